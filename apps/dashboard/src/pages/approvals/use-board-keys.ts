import { type KeyboardEvent, useRef } from "react";
import type { Row, Sheet } from "./board.ts";
import { type Picked, pick } from "./picked.ts";

/** A cell; row -1 is the head. */
export interface Place {
  row: number;
  column: number;
}

interface Options {
  rows: readonly Row[];
  columns: number;
  active: Place;
  picked: Picked;
  /** Whether a timesheet can be selected together with the first one of the range. */
  isAlike: (sheet: Sheet, first: Sheet | undefined) => boolean;
  onPick: (picked: Picked) => void;
  onToggle: (place: Place) => void;
  onOpen: (place: Place) => void;
  onPickAll: () => void;
  onClear: () => void;
  onGo: (place: Place) => void;
}

const page = 12;
const steps: Record<string, [rows: number, columns: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [page, 0],
  PageUp: [-page, 0],
};

/** The keys of the grid: arrows move, Space selects, Shift selects a range, Enter opens. */
export function useBoardKeys(options: Options) {
  const { rows, columns, active, picked, isAlike, onPick, onGo } = options;
  /** The first cell of the range, and the selection before it. */
  const range = useRef<{ from: Place; before: Picked }>(undefined);
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

  function target({ key, ctrlKey, metaKey }: KeyboardEvent): Place | undefined {
    const isFar = ctrlKey || metaKey;
    const last = { row: rows.length - 1, column: columns - 1 };
    if (key === "Home") return { row: isFar ? 0 : active.row, column: 0 };
    if (key === "End") return { row: isFar ? last.row : active.row, column: last.column };
    const [down, across] = steps[key] ?? [];
    if (down === undefined || across === undefined) return undefined;
    const far = isFar ? Infinity : 1;
    const row = within(active.row + (down === 0 ? 0 : down * far), isFar ? 0 : -1, last.row);
    return { row, column: within(active.column + (across === 0 ? 0 : across * far), 0, last.column) };
  }

  /** Selects everything between the range's first cell and `to`. */
  function extend(to: Place): void {
    const { from, before } = (range.current ??= { from: active, before: picked });
    const first = rows[from.row]?.sheets[from.column];
    const [top, bottom] = [Math.max(0, Math.min(from.row, to.row)), Math.max(from.row, to.row)];
    const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
    const between = rows.slice(top, bottom + 1).flatMap(({ sheets }) => sheets.slice(left, right + 1));
    onPick(pick(before, between.filter((sheet) => sheet !== undefined && isAlike(sheet, first)) as Sheet[]));
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey, altKey } = event;
    if (altKey || key === "Shift") return;
    const to = target(event);
    if (to !== undefined) {
      if (shiftKey) extend(to);
      else range.current = undefined;
      onGo(to);
    } else if (key === "Escape" && picked.size > 0) options.onClear();
    else if (key === "a" && (event.ctrlKey || event.metaKey)) options.onPickAll();
    else if (active.row >= 0 && key === " ") {
      range.current = undefined;
      options.onToggle(active);
    } else if (active.row >= 0 && key === "Enter") options.onOpen(active);
    else return;
    event.preventDefault();
  }

  return { press, extend };
}
