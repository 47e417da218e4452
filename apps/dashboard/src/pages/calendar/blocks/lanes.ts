/** The minimum height of an entry that can still be read and clicked. */
const minHeight = 24;

export interface Box {
  top: number;
  bottom: number;
}

/** The position of a box beside those that it would overlap: in `lane` of `lanes`, and `width` lanes wide. */
export interface Lane {
  lane: number;
  lanes: number;
  width: number;
}

/** Returns the box for a span in a column. The box is high enough to read and never extends below the column. */
export function boxOf(top: number, bottom: number, columnHeight: number): Box {
  const height = Math.max(bottom - top, minHeight);
  const within = Math.max(Math.min(top, columnHeight - height), 0);
  return { top: within, bottom: within + height };
}

/** Assigns lanes to the boxes of a column by their rendered heights; the result is in the order given. */
export function packLanes(boxes: readonly Box[]): Lane[] {
  const lanes: Lane[] = boxes.map(() => ({ lane: 0, lanes: 1, width: 1 }));
  const order = boxes
    .map((box, at) => ({ box, at }))
    .toSorted((left, right) => left.box.top - right.box.top || right.box.bottom - left.box.bottom);
  let cluster: typeof order = [];
  let bottom = -Infinity;
  for (const each of order) {
    if (each.box.top >= bottom) {
      place(cluster, lanes);
      cluster = [];
    }
    cluster.push(each);
    bottom = Math.max(bottom, each.box.bottom);
  }
  place(cluster, lanes);
  return lanes;
}

/**
 * Places a cluster of overlapping boxes, each in the first free lane and as wide as the free lanes to its right allow.
 */
function place(cluster: readonly { box: Box; at: number }[], lanes: Lane[]): void {
  const columns: Box[][] = [];
  const placed = cluster.map(({ box, at }) => {
    const free = columns.findIndex((column) => (column.at(-1)?.bottom ?? 0) <= box.top);
    const lane = free === -1 ? columns.length : free;
    (columns[lane] ??= []).push(box);
    return { box, at, lane };
  });
  for (const { box, at, lane } of placed) {
    const blocked = columns.findIndex((column, index) => index > lane && column.some((other) => isOver(other, box)));
    const end = blocked === -1 ? columns.length : blocked;
    lanes[at] = { lane, lanes: columns.length, width: end - lane };
  }
}

function isOver(left: Box, right: Box): boolean {
  return left.top < right.bottom && right.top < left.bottom;
}
