import type { TimeEntry } from "@stint/sdk";
import { type Day, sumOf } from "./group-by-day.ts";
import { startMs } from "./start-ms.ts";

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

export interface WeekSheet {
  rows: SheetRow[];
  /** The totals of the days, in order. */
  daySeconds: number[];
  seconds: number;
}

export const rowKey = ({ projectId, taskId }: RowPlace) => `${projectId}/${taskId}`;
export const cellKey = (row: RowPlace, day: string) => `${rowKey(row)}/${day}`;

const none: readonly TimeEntry[] = [];

/**
 * Returns a function that builds the sheet of these days: the rows with time on any of them, plus `others`, sorted by
 * `compare`. Rows and cells with the same entries as in the last sheet are the same objects, so only the others need to
 * be rendered again.
 */
export function createSheetBuilder(days: readonly Day[], findDay: (ms: number) => Day) {
  const shown = new Set(days.map(({ day }) => day));
  let before = new Map<string, SheetRow>();

  function buildRow(place: RowPlace, entriesOf: ReadonlyMap<string, readonly TimeEntry[]>): SheetRow {
    const former = before.get(rowKey(place));
    const cells = days.map((day, at): SheetCell => {
      const key = cellKey(place, day.day);
      const entries = entriesOf.get(key) ?? none;
      const known = former?.cells[at];
      const isSame = known?.entries.length === entries.length && known.entries.every((each, i) => each === entries[i]);
      return isSame ? known : { key, day, entries, seconds: sumOf(entries).seconds };
    });
    if (former?.cells.every((cell, at) => cell === cells[at]) === true) return former;
    return { ...place, key: rowKey(place), cells, seconds: cells.reduce((sum, { seconds }) => sum + seconds, 0) };
  }

  return (
    entries: readonly TimeEntry[],
    others: readonly RowPlace[],
    compare: (left: RowPlace, right: RowPlace) => number,
  ): WeekSheet => {
    const within = entries
      .filter((entry) => shown.has(findDay(startMs(entry)).day))
      .toSorted((left, right) => startMs(left) - startMs(right));
    const entriesOf = Map.groupBy(within, (entry) => cellKey(entry, findDay(startMs(entry)).day));
    const places = new Map(
      [...within, ...others].map(({ projectId, taskId }) => [rowKey({ projectId, taskId }), { projectId, taskId }]),
    );
    const rows = [...places.values()].map((place) => buildRow(place, entriesOf)).toSorted(compare);
    before = new Map(rows.map((row) => [row.key, row]));
    return {
      rows,
      daySeconds: days.map((_, at) => rows.reduce((sum, { cells }) => sum + (cells[at]?.seconds ?? 0), 0)),
      seconds: sumOf(within).seconds,
    };
  };
}
