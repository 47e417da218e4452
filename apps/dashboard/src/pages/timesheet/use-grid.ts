import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { Leave } from "./cell-field.tsx";
import { type GridRange, placeTable, readTable } from "./table-text.ts";

export interface GridPlace {
  row: number;
  /** -1 stands for the row's head. */
  column: number;
}

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
  copyText: (range: GridRange) => string;
  onPaste: (pasted: ReturnType<typeof placeTable>) => void;
}

export interface Editing extends GridPlace {
  /** The key that started the edit; undefined if the edit starts with the cell's text. */
  typed: string | undefined;
}

const steps: Record<Exclude<Leave, "next" | "previous">, [rows: number, columns: number]> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  left: [0, -1],
  right: [0, 1],
};
const arrows: Record<string, Leave> = { ArrowDown: "down", ArrowUp: "up", ArrowLeft: "left", ArrowRight: "right" };

/** The keyboard, clipboard and pointer handling of a spreadsheet-like grid, based on the WAI-ARIA grid pattern. */
export function useGrid({ box, keys, columns, focus, canEdit, onClear, onOpen, copyText, onPaste }: Options) {
  const rows = keys.length;
  const [active, setActiveKey] = useState({ key: "", column: 0 });
  const setActive = ({ row: at, column }: GridPlace) => setActiveKey({ key: keys[at] ?? "", column });
  const [anchor, setAnchor] = useState<GridPlace>();
  const [editing, setEditing] = useState<Editing>();
  // After Escape, Tab leaves the grid.
  const mayLeave = useRef(false);
  const row = Math.max(0, keys.indexOf(active.key));
  const from = anchor ?? { row, column: active.column };
  const range: GridRange = {
    top: Math.min(from.row, row),
    bottom: Math.max(from.row, row),
    left: Math.max(0, Math.min(from.column, active.column)),
    right: Math.max(0, from.column, active.column),
  };

  function goTo(place: GridPlace, extend = false): void {
    if (!focus(place)) return;
    setAnchor(extend ? from : undefined);
    setActive(place);
  }

  function after(leave: Leave): GridPlace | undefined {
    if (leave !== "next" && leave !== "previous") {
      const [down, across] = steps[leave];
      const place = { row: row + down, column: active.column + across };
      return place.row < 0 || place.row >= rows || place.column >= columns ? undefined : place;
    }
    const index = row * columns + Math.max(0, active.column) + (leave === "next" ? 1 : -1);
    if (index < 0 || index >= rows * columns) return undefined;
    return { row: Math.floor(index / columns), column: index % columns };
  }

  function begin(place: GridPlace, typed?: string): void {
    if (canEdit(place)) setEditing({ ...place, typed });
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const place = { row, column: active.column };
    if (key === "Tab") {
      const next = mayLeave.current ? undefined : after(shiftKey ? "previous" : "next");
      if (next === undefined) return;
      goTo(next);
      return event.preventDefault();
    }
    mayLeave.current = key === "Escape";
    if (key === "Escape") return setAnchor(undefined);
    if (altKey) return;
    const next = target(event, isCommand, place);
    if (next !== undefined) goTo(next, shiftKey && key !== "Enter");
    else if (active.column < 0) return;
    else if (isCommand && key === "a") {
      goTo({ row: rows - 1, column: columns - 1 });
      setAnchor({ row: 0, column: 0 });
    } else if (key === "ContextMenu" || (shiftKey && (key === "F2" || key === "F10"))) onOpen(place);
    else if (key === "F2") begin(place);
    else if (key === "Delete" || key === "Backspace") onClear(range);
    else if (!isCommand && /^[\d:.,]$/.test(key)) begin(place, key);
    else return;
    event.preventDefault();
  }

  function target({ key, shiftKey }: KeyboardEvent, isCommand: boolean, place: GridPlace): GridPlace | undefined {
    if (key === "Home") return { row: isCommand ? 0 : row, column: 0 };
    if (key === "End") return { row: isCommand ? rows - 1 : row, column: columns - 1 };
    if (key === "PageUp") return { row: 0, column: place.column };
    if (key === "PageDown") return { row: rows - 1, column: place.column };
    if (key === "Enter" && active.column >= 0) return after(shiftKey ? "up" : "down");
    const leave = arrows[key];
    if (leave === undefined || !isCommand) return leave === undefined ? undefined : (after(leave) ?? place);
    return {
      row: leave === "up" ? 0 : leave === "down" ? rows - 1 : row,
      column: leave === "left" ? 0 : leave === "right" ? columns - 1 : place.column,
    };
  }

  /** A press focuses a cell. If the cell is already focused, or with a finger, it starts an edit. */
  function point(event: PointerEvent, place: GridPlace): void {
    const isHere = place.row === row && place.column === active.column && box.current?.contains(document.activeElement);
    goTo(place, event.shiftKey);
    if (!event.shiftKey && (isHere === true || event.pointerType === "touch")) begin(place);
  }

  /** Activates a cell that received the focus from outside, for example in a new row. */
  function arrive(place: GridPlace): void {
    if (place.row === row && place.column === active.column) return;
    setAnchor(undefined);
    setActive(place);
  }

  function leave(where: Leave | undefined): void {
    setEditing(undefined);
    if (where === undefined) return;
    const next = after(where);
    goTo(next ?? { row, column: active.column });
    mayLeave.current = next === undefined;
  }

  const textOfRange = useEffectEvent(() => copyText(range));
  const take = useEffectEvent((text: string) => onPaste(placeTable(readTable(text), range, rows, columns)));
  useEffect(() => {
    // If no text is selected, copy and paste events go to the document, wherever the focus is.
    const isHere = () => {
      const { activeElement } = document;
      return box.current?.contains(activeElement) === true && !(activeElement instanceof HTMLInputElement);
    };
    const copy = (event: ClipboardEvent) => {
      if (!isHere()) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", textOfRange());
    };
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain");
      if (!isHere() || text === undefined) return;
      event.preventDefault();
      take(text);
    };
    document.addEventListener("copy", copy);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("paste", paste);
    };
  }, [box]);

  return { active: { row, column: active.column }, range, editing, press, point, arrive, leave, goTo };
}
