import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import type { Leave } from "./cell-field.tsx";
import { type GridPlace, placeAfter, placeByKey } from "./grid-moves.ts";
import { type GridRange, placeTable, readTable } from "./table-text.ts";
import { type Copied, useGridClipboard } from "./use-grid-clipboard.ts";

interface Options {
  box: RefObject<HTMLElement | null>;
  /** The keys of the rows. The active cell stays in its row when rows are added or removed. */
  keys: readonly string[];
  columns: number;
  /** Focuses a cell; returns whether it exists. */
  focus: (place: GridPlace) => boolean;
  canEdit: (place: GridPlace) => boolean;
  onClear: (range: GridRange) => void;
  onOpen: (place: GridPlace) => void;
  copyCells: (range: GridRange) => Copied;
  onPaste: (pasted: ReturnType<typeof placeTable>) => void;
}

export interface Editing extends GridPlace {
  /** The key that started the edit; undefined if the edit starts with the cell's text. */
  typed: string | undefined;
}

/** The keyboard, clipboard and pointer handling of a spreadsheet-like grid, based on the WAI-ARIA grid pattern. */
export function useGrid({ box, keys, columns, focus, canEdit, onClear, onOpen, copyCells, onPaste }: Options) {
  const rows = keys.length;
  const size = { rows, columns };
  const [{ key: activeKey, column }, setActiveKey] = useState({ key: "", column: 0 });
  const setActive = ({ row: at, column: to }: GridPlace) => setActiveKey({ key: keys[at] ?? "", column: to });
  const [anchor, setAnchor] = useState<GridPlace>();
  const [editing, setEditing] = useState<Editing>();
  // After Escape, Tab leaves the grid.
  const mayLeave = useRef(false);
  const row = Math.max(0, keys.indexOf(activeKey));
  const active: GridPlace = { row, column };
  const from = anchor ?? active;
  const range: GridRange = {
    top: Math.min(from.row, row),
    bottom: Math.max(from.row, row),
    left: Math.max(0, Math.min(from.column, column)),
    right: Math.max(0, from.column, column),
  };
  useGridClipboard(
    box,
    () => copyCells(range),
    (text) => onPaste(placeTable(readTable(text), range, rows, columns)),
  );

  function goTo(place: GridPlace, extend = false): void {
    if (!focus(place)) return;
    setAnchor(extend ? from : undefined);
    setActive(place);
  }

  function begin(place: GridPlace, typed?: string): void {
    if (canEdit(place)) setEditing({ ...place, typed });
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (key === "Tab") {
      const next = mayLeave.current ? undefined : placeAfter(active, shiftKey ? "previous" : "next", size);
      if (next === undefined) return;
      goTo(next);
      return event.preventDefault();
    }
    mayLeave.current = key === "Escape";
    if (key === "Escape") return setAnchor(undefined);
    if (altKey) return;
    const next = placeByKey(event, isCommand, active, size);
    if (next !== undefined) goTo(next, shiftKey && key !== "Enter");
    else if (column < 0) return;
    else if (isCommand && key === "a") {
      goTo({ row: rows - 1, column: columns - 1 });
      setAnchor({ row: 0, column: 0 });
    } else if (key === "ContextMenu" || (shiftKey && (key === "F2" || key === "F10"))) onOpen(active);
    else if (key === "F2") begin(active);
    else if (key === "Delete" || key === "Backspace") onClear(range);
    else if (!isCommand && /^[\d:.,]$/.test(key)) begin(active, key);
    else return;
    event.preventDefault();
  }

  /** A press focuses a cell. It also starts an edit if the cell was already focused or the pointer is a finger. */
  function point(event: PointerEvent, place: GridPlace): void {
    const isHere = place.row === row && place.column === column && box.current?.contains(document.activeElement);
    goTo(place, event.shiftKey);
    if (!event.shiftKey && (isHere === true || event.pointerType === "touch")) begin(place);
  }

  /** Activates a cell that received the focus from outside, for example in a new row. */
  function arrive(place: GridPlace): void {
    if (place.row === row && place.column === column) return;
    setAnchor(undefined);
    setActive(place);
  }

  function leave(where: Leave | undefined): void {
    setEditing(undefined);
    if (where === undefined) return;
    const next = placeAfter(active, where, size);
    goTo(next ?? active);
    mayLeave.current = next === undefined;
  }

  return { active, range, editing, press, point, arrive, leave, goTo };
}
