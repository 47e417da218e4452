import type { TimeEntry } from "@stint/sdk";
import type { DayGroup } from "#time/group-by-day.ts";
import type { List, ListItem } from "./list-items.ts";

export type Heights = Record<ListItem["kind"], number>;

/** A part of the list, in pixels from its top. */
export interface Sight {
  from: number;
  to: number;
}

/** A day with visible rows. Rows that are left out are replaced by space. */
export interface VisibleDay {
  group: DayGroup<TimeEntry>;
  /** The index of the day's head. */
  first: number;
  /** In pixels, above the day and below its last row. */
  space: { before: number; after: number };
  rows: { index: number; before: number }[];
}

/** A day with the indexes of its head and last row, and its position in pixels from the top of the list. */
interface StackedDay {
  group: DayGroup<TimeEntry>;
  first: number;
  last: number;
  top: number;
  bottom: number;
}

/** All days, stacked. Sums the heights of days, not of the ten thousand rows. */
export function stackDays(placeOf: List["placeOf"], heights: Heights): readonly StackedDay[] {
  let bottom = 0;
  return [...placeOf].map(([group, { first, last }]) => {
    const top = bottom;
    bottom += heightOf(group, last - first, heights);
    return { group, first, last, top, bottom };
  });
}

/** The rows in `sight`, plus those at the indexes in `kept`; `after` is the space below all of them. */
export function findVisible(
  items: readonly ListItem[],
  stack: readonly StackedDay[],
  heights: Heights,
  { from, to }: Sight,
  kept: readonly number[],
): { days: VisibleDay[]; after: number } {
  const days: VisibleDay[] = [];
  let end = 0;
  for (const day of stack) {
    const { group, first, last, top, bottom } = day;
    if ((bottom <= from || top >= to) && !kept.some((at) => at >= first && at <= last)) continue;
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
  return { days, after: (stack.at(-1)?.bottom ?? 0) - end };
}

function heightOf({ entries }: DayGroup<TimeEntry>, rows: number, heights: Heights): number {
  // A collapsed group has entries without rows.
  const shown = Math.min(entries.length, rows);
  return heights.head + shown * heights.entry + (rows - shown) * heights.gap;
}
