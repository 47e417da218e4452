import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { placeOf } from "#ui/grid/cell-element.ts";
import { type GridPlace, type GridSize, isSamePlace, placeBeside, placeByKey } from "#ui/grid/grid-places.ts";
import { useGrid } from "#ui/grid/use-grid.ts";

/** Where the person continues after editing a cell: in the direction of an arrow, or with the next cell in order. */
export type Leave = "ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight" | "next" | "previous" | "stay";

interface Options {
  box: RefObject<HTMLElement | null>;
  rows: readonly string[];
  columns: readonly string[];
  has: (place: GridPlace) => boolean;
  canEdit: (place: GridPlace) => boolean;
  /** Empties the cells of the range. */
  onClear: () => void;
  onOpen: (place: GridPlace) => void;
}

export interface Editing extends GridPlace {
  /** The key that started the edit; undefined if the edit starts with the cell's text. */
  typed: string | undefined;
}

/** The keyboard and pointer of the week's grid, which is edited like a spreadsheet. */
export function useSheetKeys({ box, rows, columns, has, canEdit, onClear, onOpen }: Options) {
  const [editing, setEditing] = useState<Editing>();
  // After Escape, Tab leaves the grid.
  const mayLeave = useRef(false);
  const grid = useGrid({ box, rows, columns, heads: "rows", page: Infinity, has, onKey: act });
  const { active, size, start, go } = grid;

  function begin(place: GridPlace, typed?: string): void {
    if (canEdit(place)) setEditing({ ...place, typed });
  }

  function act(event: KeyboardEvent<HTMLElement>): boolean {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (key === "Tab") {
      const next = mayLeave.current ? undefined : placeAfter(active, shiftKey ? "previous" : "next", size);
      if (next !== undefined) go(next);
      return next !== undefined;
    }
    if (altKey || active.column < 0) return false;
    if (key === "Enter") go(placeAfter(active, shiftKey ? "ArrowUp" : "ArrowDown", size) ?? active);
    else if (isCommand && key === "a") go({ row: size.rows - 1, column: size.columns - 1 }, { row: 0, column: 0 });
    else if (key === "ContextMenu" || (shiftKey && (key === "F2" || key === "F10"))) onOpen(active);
    else if (key === "F2") begin(active);
    else if (key === "Delete" || key === "Backspace") onClear();
    else if (!isCommand && /^[\d:.,]$/.test(key)) begin(active, key);
    else return false;
    return true;
  }

  return {
    ...grid,
    editing,

    press(event: KeyboardEvent<HTMLElement>): void {
      if (event.key !== "Tab") mayLeave.current = event.key === "Escape";
      grid.press(event);
    },

    /** A press focuses a cell. It also starts an edit if the cell was already focused or the pointer is a finger. */
    point(event: PointerEvent<HTMLElement>): void {
      const { target, button, shiftKey, pointerType } = event;
      const place = placeOf(target);
      if (place === undefined || button !== 0 || (target as Element).closest("button, input") !== null) return;
      event.preventDefault();
      const isHere = isSamePlace(place, active) && box.current?.contains(document.activeElement) === true;
      go(place, shiftKey ? start : undefined);
      if (!shiftKey && (isHere || pointerType === "touch")) begin(place);
    },

    /** Ends the edit, and goes on unless the focus is already elsewhere. */
    leave(where: Leave | undefined): void {
      setEditing(undefined);
      if (where !== undefined) go(placeAfter(active, where, size) ?? active);
    },
  };
}

function placeAfter(from: GridPlace, where: Leave, size: GridSize): GridPlace | undefined {
  if (where === "stay") return from;
  if (where === "next" || where === "previous") return placeBeside(from, where === "next" ? 1 : -1, size);
  return placeByKey({ key: where, ctrlKey: false, metaKey: false }, from, size);
}
