import type { TimeEntry } from "@stint/sdk";
import type { DayGroup } from "#time/group-by-day.ts";
import type { List, ListItem } from "./list-items.ts";

export type Heights = Record<ListItem["kind"], number>;

/** A part of the list, in pixels from its top. */
export interface Sight {
  from: number;
  to: number;
}

/** A day of which rows are shown. Its rows stand below each other; where others are left out, there is space instead. */
export interface VisibleDay {
  group: DayGroup<TimeEntry>;
  /** The place of the day's head. */
  first: number;
  /** Above the day and below its last row. */
  space: { before: number; after: number };
  rows: { index: number; before: number }[];
}

/**
 * The rows that lie in `sight`, and those at the places in `kept` wherever they are; `after` is the space below all of
 * them. The heights of days are summed, not those of all rows: there are ten thousand.
 */
export function findVisible(
  { items, placeOf }: List,
  heights: Heights,
  { from, to }: Sight,
  kept: readonly number[],
): { days: VisibleDay[]; after: number } {
  const days: VisibleDay[] = [];
  let [top, end] = [0, 0];
  for (const [group, { first, last }] of placeOf) {
    const height = heightOf(group, last - first, heights);
    const bottom = top + height;
    if ((bottom > from && top < to) || kept.some((at) => at >= first && at <= last)) {
      const rows: VisibleDay["rows"] = [];
      let [rowTop, rowEnd] = [top + heights.head, top + heights.head];
      for (let index = first + 1; index <= last; index++) {
        const rowBottom = rowTop + heights[items[index]?.kind ?? "entry"];
        if ((rowBottom > from && rowTop < to) || kept.includes(index)) {
          rows.push({ index, before: rowTop - rowEnd });
          rowEnd = rowBottom;
        }
        rowTop = rowBottom;
      }
      days.push({ group, first, space: { before: top - end, after: bottom - rowEnd }, rows });
      end = bottom;
    }
    top = bottom;
  }
  return { days, after: top - end };
}

function heightOf({ entries }: DayGroup<TimeEntry>, rows: number, heights: Heights): number {
  return heights.head + entries.length * heights.entry + (rows - entries.length) * heights.gap;
}
