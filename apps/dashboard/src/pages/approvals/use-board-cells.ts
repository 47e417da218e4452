import { type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { BoardProps } from "./board-props.ts";
import { findWaiting, isShown, type Period, type Sheet, taskOf } from "./board.ts";
import { nonePicked, pick, toggle } from "./picked.ts";
import { type Place, useBoardKeys } from "./use-board-keys.ts";

/**
 * Returns the grid's active cell, and handlers for keys and clicks that move, select and open. `reveal` must bring a
 * column into view.
 */
export function useBoardCells(
  { periods, rows, show, decider, picked, onPick, onOpen }: BoardProps,
  box: RefObject<HTMLElement | null>,
  reveal: (column: number) => void,
) {
  const [at, setAt] = useState({ userId: "", key: "" });
  const active: Place = {
    row:
      at.userId === "head"
        ? -1
        : Math.max(
            0,
            rows.findIndex(({ userId }) => userId === at.userId),
          ),
    column: indexOr(periods, at.key, periods.length - 1),
  };

  const cellAt = (place: Place) =>
    box.current?.querySelector<HTMLElement>(`[data-row="${place.row}"][data-column="${place.column}"]`);
  const sheetAt = ({ row, column }: Place) => rows[row]?.sheets[column];
  const shouldFocus = useRef(false);
  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    const cell = cellAt(active);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest" });
  });

  function go(place: Place): void {
    setAt({ userId: place.row < 0 ? "head" : (rows[place.row]?.userId ?? ""), key: periods[place.column]?.key ?? "" });
    reveal(place.column);
    shouldFocus.current = true;
  }

  /** The timesheets that are waiting for a decision, by period. */
  const waiting = useMemo(
    () => periods.map((_, column) => findWaiting(rows, column, show, decider)),
    [periods, rows, show, decider],
  );

  const isAlike = (sheet: Sheet, begun: Sheet | undefined) => {
    const task = taskOf(sheet, decider);
    const wanted = begun === undefined ? undefined : taskOf(begun, decider);
    return task !== undefined && isShown(sheet, show, decider.today) && task === (wanted ?? "approve");
  };
  const change = (place: Place) => {
    const sheet = sheetAt(place);
    if (sheet !== undefined && taskOf(sheet, decider) !== undefined) onPick(toggle(picked, sheet));
  };
  const open = (place: Place) => {
    const [sheet, cell] = [sheetAt(place), cellAt(place)];
    if (sheet !== undefined && cell !== null && cell !== undefined) onOpen(sheet, cell);
  };
  const { press, extend } = useBoardKeys({
    rows,
    columns: periods.length,
    active,
    picked,
    isAlike,
    onPick,
    onToggle: change,
    onOpen: open,
    onPickAll: () => onPick(pick(picked, waiting.flat())),
    onClear: () => onPick(nonePicked),
    onGo: go,
  });

  function click(event: MouseEvent<HTMLElement>): void {
    const target = event.target instanceof Element ? event.target : undefined;
    const cell = target?.closest<HTMLElement>("[data-row]");
    if (cell === null || cell === undefined) return;
    const place = { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
    if (place.row < 0) return go(place);
    if (event.shiftKey) extend(place);
    else if (target?.closest("[data-check]")) change(place);
    else open(place);
    go(place);
  }

  return { active, waiting, press, click };
}

function indexOr(periods: readonly Period[], key: string, other: number): number {
  const at = periods.findIndex((period) => period.key === key);
  return at < 0 ? other : at;
}
