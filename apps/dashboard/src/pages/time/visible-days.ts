// TanStack's virtualizer says which rows are near the window (use-visible-days.ts). Its own layout places each row
// absolutely, which would leave nothing for a day's head to stick in and no flow for printing. So the rows are grouped
// by day here, and margins replace those that are not rendered.
import type { TimeEntry } from "@stint/sdk";
import type { DayGroup } from "#time/group-by-day.ts";
import type { List } from "./list-items.ts";

/** A day with its rendered rows, and the heights of the gaps that its other rows leave. */
export interface VisibleDay {
  group: DayGroup<TimeEntry>;
  /** The index of the day's head. */
  first: number;
  /** The pixels above the day and below its last row. */
  space: { before: number; after: number };
  rows: { index: number; before: number }[];
}

/** A row's start and end, in pixels from the top of the list. */
interface Row {
  start: number;
  end: number;
}

/** Adds the indexes of the days' heads, and sorts the result. */
export function withHeads({ items, placeOf }: List, indexes: readonly number[]): number[] {
  const all = new Set<number>();
  for (const index of indexes) {
    const item = items[index];
    const place = item && placeOf.get(item.group);
    if (place !== undefined) all.add(place.first).add(index);
  }
  return [...all].toSorted((one, other) => one - other);
}

/** Groups the rows at `indexes` by day; `indexes` must include the heads. `after` is the space below the last day. */
export function toDays(
  { items, placeOf }: List,
  indexes: readonly number[],
  rows: readonly Row[],
): { days: VisibleDay[]; after: number } {
  const days: VisibleDay[] = [];
  let end = 0;
  for (const [group, shown] of Map.groupBy(indexes, (index) => items[index]?.group)) {
    const place = group && placeOf.get(group);
    const head = place && rows[place.first];
    if (group === undefined || place === undefined || head === undefined) continue;
    const day: VisibleDay = { group, first: place.first, space: { before: head.start - end, after: 0 }, rows: [] };
    end = head.end;
    for (const index of shown) {
      const row = rows[index];
      if (index === place.first || row === undefined) continue;
      day.rows.push({ index, before: row.start - end });
      end = row.end;
    }
    const bottom = rows[place.last]?.end ?? end;
    day.space.after = bottom - end;
    end = bottom;
    days.push(day);
  }
  return { days, after: (rows.at(-1)?.end ?? 0) - end };
}
