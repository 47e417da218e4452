import { useMemo } from "react";
import { useFavourites } from "#state/use-favourites.ts";
import { type RowPlace, rowKey } from "./sheet.ts";
import type { SheetNames } from "./use-sheet-names.ts";

/** The tasks of the person's favourites that accept new entries, in the person's order. They are rows of every week. */
export function useFavouriteRows({ isOpen }: SheetNames): readonly RowPlace[] {
  const favourites = useFavourites();
  return useMemo(() => {
    const rows = favourites.flatMap(({ projectId, taskId }) => (taskId === null ? [] : { projectId, taskId }));
    return [...new Map(rows.filter(isOpen).map((row) => [rowKey(row), row])).values()];
  }, [favourites, isOpen]);
}

/** Puts favourites first, in their order, and sorts the others by `compare`. */
export function compareWith(favourites: readonly RowPlace[], compare: (left: RowPlace, right: RowPlace) => number) {
  const order = new Map(favourites.map((row, at) => [rowKey(row), at]));
  return (left: RowPlace, right: RowPlace) => {
    const [one, other] = [left, right].map((row) => order.get(rowKey(row)) ?? favourites.length) as [number, number];
    return one - other || compare(left, right);
  };
}
