import type { TimeEntry } from "@stint/sdk";
import { type Day, groupByDay, sumOf } from "#time/group-by-day.ts";
import { startMs } from "#time/start-ms.ts";

export interface SheetCell {
  /** The row's key and the day. */
  key: string;
  day: Day;
  /** Earliest first. */
  entries: readonly TimeEntry[];
  seconds: number;
}

export interface RowPlace {
  projectId: string;
  taskId: string;
}

/** A task, with a cell for each day. */
export interface SheetRow extends RowPlace {
  key: string;
  cells: readonly SheetCell[];
  seconds: number;
}

export interface Sheet {
  rows: SheetRow[];
  /** The totals of the days, in order. */
  daySeconds: number[];
  seconds: number;
}

export const rowKey = ({ projectId, taskId }: RowPlace) => `${projectId}/${taskId}`;
export const cellKey = (row: RowPlace, day: string) => `${rowKey(row)}/${day}`;

/** The rows with time on any day, plus added rows without time, sorted by `compare`. */
export function buildSheet(
  entries: readonly TimeEntry[],
  others: readonly RowPlace[],
  days: readonly Day[],
  findDay: (ms: number) => Day,
  compare: (left: RowPlace, right: RowPlace) => number,
): Sheet {
  const shown = new Set(days.map(({ day }) => day));
  const within = entries.filter((entry) => shown.has(findDay(startMs(entry)).day));
  const byRow = Map.groupBy(within, rowKey);
  const places = new Map<string, RowPlace>();
  for (const { projectId, taskId } of [...within, ...others])
    places.set(rowKey({ projectId, taskId }), { projectId, taskId });
  const rows = [...places].map(([key, place]) => {
    const own = byRow.get(key) ?? [];
    const groups = new Map(groupByDay(own, findDay).map((group) => [group.day, group]));
    const cells = days.map((day) => {
      const group = groups.get(day.day);
      const inOrder = (group?.entries ?? []).toSorted((left, right) => startMs(left) - startMs(right));
      return { key: cellKey(place, day.day), day, entries: inOrder, seconds: group?.seconds ?? 0 };
    });
    return { ...place, key, cells, seconds: sumOf(own).seconds };
  });
  const totals = new Map(groupByDay(within, findDay).map(({ day, seconds }) => [day, seconds]));
  return {
    rows: rows.toSorted(compare),
    daySeconds: days.map(({ day }) => totals.get(day) ?? 0),
    seconds: sumOf(within).seconds,
  };
}
