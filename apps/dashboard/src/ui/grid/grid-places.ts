/** A cell of a grid. Row −1 contains the heads of the columns, column −1 the heads of the rows. */
export interface GridPlace {
  row: number;
  column: number;
}

/** A range of cells, both ends inclusive. */
export interface GridRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** Whether the heads of the columns or of the rows can be reached with the arrow keys. */
  heads?: "columns" | "rows";
  /** The number of rows that Page Up and Page Down move by. */
  page: number;
}

const steps: Record<string, [rows: number, columns: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/**
 * The place that a key leads to, as in the WAI-ARIA grid pattern; undefined for keys that don't move. With Ctrl or ⌘,
 * they lead to the edge of the cells. Keys that would leave the grid lead to its edge.
 */
export function placeByKey(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  from: GridPlace,
  { rows, columns, heads, page }: GridSize,
): GridPlace | undefined {
  const isFar = ctrlKey || metaKey;
  const last = { row: rows - 1, column: columns - 1 };
  if (key === "Home") return { row: isFar ? 0 : from.row, column: 0 };
  if (key === "End") return { row: isFar ? last.row : from.row, column: last.column };
  const [down, across] = key === "PageDown" ? [page, 0] : key === "PageUp" ? [-page, 0] : (steps[key] ?? []);
  if (down === undefined || across === undefined) return undefined;
  const move = (at: number, by: number, first: number, end: number) =>
    by === 0 ? at : Math.max(isFar ? 0 : first, Math.min(at + (isFar ? by * Infinity : by), end));
  return {
    row: move(from.row, down, heads === "columns" ? -1 : 0, last.row),
    column: move(from.column, across, heads === "rows" ? -1 : 0, last.column),
  };
}

/** The next or previous cell in reading order; undefined after the last and before the first. */
export function placeBeside(
  { row, column }: GridPlace,
  by: 1 | -1,
  { rows, columns }: GridSize,
): GridPlace | undefined {
  const index = row * columns + Math.max(0, column) + by;
  if (index < 0 || index >= rows * columns) return undefined;
  return { row: Math.floor(index / columns), column: index % columns };
}

/** The cells between two, both included. Heads aren't part of a range. */
export function rangeOf(from: GridPlace, to: GridPlace): GridRange {
  return {
    top: Math.max(0, Math.min(from.row, to.row)),
    left: Math.max(0, Math.min(from.column, to.column)),
    bottom: Math.max(0, from.row, to.row),
    right: Math.max(0, from.column, to.column),
  };
}

export const isSamePlace = (one: GridPlace, other: GridPlace) => one.row === other.row && one.column === other.column;

export const isInRange = ({ row, column }: GridPlace, { top, left, bottom, right }: GridRange) =>
  row >= top && row <= bottom && column >= left && column <= right;
