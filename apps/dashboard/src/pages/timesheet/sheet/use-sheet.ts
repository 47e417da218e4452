import { useCallback, useMemo } from "react";
import { useMe } from "#api/queries.ts";
import { useTracked } from "#state/use-tracking.ts";
import { runningSeconds } from "#time/running-seconds.ts";
import { createSheetBuilder, type RowPlace, rowKey, type SheetRow } from "#time/sheet.ts";
import type { SheetNames } from "#parts/timesheets/use-sheet-names.ts";
import type { useWeek } from "./use-week.ts";

const noRows: readonly RowPlace[] = [];

/** The week's rows: those with time, the person's favourites, rows that the person has added, and the timer's. */
export function useSheet(
  { days, findDay, present, isLoaded }: ReturnType<typeof useWeek>,
  names: SheetNames,
  added: readonly RowPlace[],
  now: number,
) {
  const timer = useTracked((view) => view.timer);
  const favourites = useFavouriteRows(names);
  const running = useMemo(() => runningSeconds(timer, now, days), [timer, now, days]);
  const isTimerHere = timer !== null && timer.taskId !== "" && running.size > 0;
  const others = useMemo(
    () => [...favourites, ...added, ...(isTimerHere ? [timer] : [])],
    [favourites, added, isTimerHere, timer],
  );
  const build = useMemo(() => createSheetBuilder(days, findDay), [days, findDay]);
  const sheet = useMemo(
    () => build(present, isLoaded ? others : noRows, compareWith(favourites, names.compare)),
    [build, present, isLoaded, others, favourites, names],
  );
  const runningOf = useCallback(
    (row: RowPlace, day: string) =>
      timer !== null && timer.taskId === row.taskId && timer.projectId === row.projectId ? (running.get(day) ?? 0) : 0,
    [timer, running],
  );
  return {
    sheet,
    /** The running timer's seconds in a cell. */
    runningOf,
    /** Whether the person added the row and it contains no time. */
    isRemovable: (row: SheetRow) =>
      row.cells.every((cell) => cell.entries.length === 0 && runningOf(row, cell.day.day) === 0) &&
      !favourites.some((favourite) => rowKey(favourite) === row.key),
  };
}

/** The tasks of the person's favourites that accept new entries, in the person's order. They are rows of every week. */
function useFavouriteRows({ isOpen }: SheetNames): readonly RowPlace[] {
  const { favourites } = useMe();
  return useMemo(() => {
    const rows = favourites.flatMap(({ projectId, taskId }) => (taskId === null ? [] : { projectId, taskId }));
    return [...new Map(rows.filter(isOpen).map((row) => [rowKey(row), row])).values()];
  }, [favourites, isOpen]);
}

/** Puts favourites first, in their order, and sorts the others by `compare`. */
function compareWith(favourites: readonly RowPlace[], compare: (left: RowPlace, right: RowPlace) => number) {
  const order = new Map(favourites.map((row, at) => [rowKey(row), at]));
  return (left: RowPlace, right: RowPlace) => {
    const [one, other] = [left, right].map((row) => order.get(rowKey(row)) ?? favourites.length) as [number, number];
    return one - other || compare(left, right);
  };
}
