import { type KeyboardEvent, useState } from "react";
import { followSequences } from "#screen/keys/key-sequence.ts";
import { useSettings } from "#state/settings/settings.ts";
import { isRow, type ListItem, nextRow } from "./list-items.ts";
import { type ListAction, unlockedKeys } from "./use-row-actions.ts";
import type { Selection } from "./use-selection.ts";

interface Rows {
  items: readonly ListItem[];
  placeOf: (key: string) => number;
  act: (key: string, action: ListAction, options?: { extend?: boolean }) => void;
  /** Scrolls a row into view and focuses it. */
  move: (at: number) => void;
  selection: Selection;
}

/** Single-key shortcuts, which work only while a row has the focus, and only if the person hasn't turned them off. */
const letters: Record<string, ListAction> = {
  c: "continue",
  e: "edit",
  d: "duplicate",
  y: "copy",
  v: "split",
  x: "select",
  h: "history",
  b: "billable",
};
const page = 10;

/** The list's keys: arrows move, Enter edits, Space selects, Escape clears the selection. */
export function useRowKeys({ items, placeOf, act, move, selection }: Rows) {
  const { shortcuts } = useSettings();
  const [isSecondKey] = useState(followSequences);

  function target(key: string, at: number): number | undefined {
    if (key === "ArrowDown" || key === "j") return nextRow(items, at, 1);
    if (key === "ArrowUp" || key === "k") return nextRow(items, at, -1);
    if (key === "Home") return items.findIndex(isRow);
    if (key === "End") return items.findLastIndex(isRow);
    if (key !== "PageDown" && key !== "PageUp") return undefined;
    let found = at;
    for (let step = 0; step < page; step++) found = nextRow(items, found, key === "PageDown" ? 1 : -1) ?? found;
    return found;
  }

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const row = event.target.closest<HTMLElement>("[data-key]");
    const key = row?.dataset["key"];
    if (row === null || key === undefined) return;
    const at = placeOf(key);
    const isLetter = event.key.length === 1 && event.key !== " ";
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;

    if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.set(unlockedKeys(items));
      return;
    }
    if (hasModifier || (isLetter && !shortcuts)) return;
    if (isSecondKey(event) && isLetter) return;

    const next = target(event.key, at);
    if (next !== undefined) {
      event.preventDefault();
      if (event.shiftKey) {
        if (!selection.keys.has(key)) act(key, "select");
        act(items[next]?.key ?? key, "select", { extend: true });
      }
      return move(next);
    }
    if (event.key === "Escape" && selection.keys.size > 0) return selection.clear();
    const isOnRow = event.target === row;
    const action = actionOf(event, isOnRow);
    if (action === undefined) return;
    event.preventDefault();
    act(key, action, { extend: event.shiftKey });
  };
}

function actionOf({ key, shiftKey }: KeyboardEvent, isOnRow: boolean): ListAction | undefined {
  if (key === "Delete" || key === "Backspace") return "delete";
  if (key === "ContextMenu" || (key === "F10" && shiftKey)) return "menu";
  // On a button inside a row, Enter and Space must press the button instead.
  if (isOnRow && (key === "Enter" || key === "F2")) return "edit";
  if (isOnRow && key === " ") return "select";
  return letters[key];
}
