import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { placeOf } from "./cell-element.ts";
import { type GridPlace, type GridRange, type GridSize, isSamePlace, placeByKey, rangeOf } from "./grid-places.ts";
import { useFocusRequest } from "./use-focus-request.ts";

interface Options extends Partial<Pick<GridSize, "heads" | "page">> {
  box: RefObject<HTMLElement | null>;
  /** The keys of the rows and columns. The active cell stays in its row and column when others are added or removed. */
  rows: readonly string[];
  columns: readonly string[];
  /** The column that is active at first. */
  firstColumn?: number;
  /** Where a key leads to, if not as in a table. */
  moves?: (event: KeyboardEvent<HTMLElement>) => GridPlace | undefined;
  /** Whether a place exists. Heads may be missing in some rows or columns. */
  has?: (place: GridPlace) => boolean;
  /** Called when the active cell changes; with the range if it is extended, and the cell in which the range began. */
  onGo?: (place: GridPlace, range: GridRange | undefined, start: GridPlace) => void;
  /** Handles a key that doesn't move. Returns whether it did something. */
  onKey: (event: KeyboardEvent<HTMLElement>) => boolean;
}

/** The key of a row or column; −1 for the heads. */
type Key = string | -1;

/**
 * The keyboard of a grid, after the WAI-ARIA grid pattern. Tab reaches the active cell. Arrows, Home, End and Page keys
 * go to other cells, and extend a range with Shift; Escape ends the range. All other keys are up to the page.
 *
 * `moves` replaces these keys where cells aren't in a table. Cells and heads carry `placeAttributes`. They may be rendered only after they have become active.
 */
export function useGrid(options: Options) {
  const { box, rows, columns, heads, page = 1, firstColumn = 0, moves, has, onGo, onKey } = options;
  const size: GridSize = { rows: rows.length, columns: columns.length, page, ...(heads && { heads }) };
  const [at, setAt] = useState<{ row: Key; column: Key }>();
  const [start, setStart] = useState<GridPlace>();
  const [request, setRequest] = useState<object>();
  const active: GridPlace = { row: indexOf(rows, at?.row, 0), column: indexOf(columns, at?.column, firstColumn) };

  useFocusRequest(request, () =>
    box.current?.querySelector<HTMLElement>(`[data-row="${active.row}"][data-column="${active.column}"]`),
  );

  function activate(place: GridPlace, from?: GridPlace): void {
    setStart(from);
    setAt({ row: keyOf(rows, place.row), column: keyOf(columns, place.column) });
    onGo?.(place, from && rangeOf(from, place), from ?? place);
  }

  /** Goes to a place. With `from`, the cells between the two are a range. */
  function go(place: GridPlace, from?: GridPlace): void {
    if (has?.(place) === false) return;
    activate(place, from);
    setRequest({});
  }

  return {
    active,
    size,
    /** The cell in which a range begins if it is extended. */
    start: start ?? active,
    range: rangeOf(start ?? active, active),
    go,

    press(event: KeyboardEvent<HTMLElement>): void {
      if (event.key === "Escape") activate(active);
      const next = event.altKey ? undefined : moves === undefined ? placeByKey(event, active, size) : moves(event);
      if (next !== undefined) go(next, event.shiftKey ? (start ?? active) : undefined);
      else if (!onKey(event)) return;
      event.preventDefault();
    },

    /** Activates a cell that received the focus from elsewhere, for example from a dialog. */
    arrive({ target }: FocusEvent): void {
      const place = placeOf(target);
      if (place !== undefined && !isSamePlace(place, active)) activate(place);
    },
  };
}

function keyOf(keys: readonly string[], at: number): Key {
  return at < 0 ? -1 : (keys[at] ?? "");
}

function indexOf(keys: readonly string[], key: Key | undefined, other: number): number {
  if (key === -1) return -1;
  const found = key === undefined ? -1 : keys.indexOf(key);
  return found < 0 ? other : found;
}
