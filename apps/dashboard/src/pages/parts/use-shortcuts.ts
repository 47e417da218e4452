import { useEffect } from "react";
import { useSettings } from "#api/settings.ts";

const sequenceMs = 1200;

/**
 * Calls what belongs to a key: `s`, `?`, or one after another as in `g t`. Not while somebody types, nor with Ctrl, Alt or
 * ⌘, nor where the person has turned single keys off.
 */
export function useShortcuts(actions: Record<string, () => void>): void {
  const { shortcuts } = useSettings();
  useEffect(() => {
    if (!shortcuts) return undefined;
    let before = { key: "", at: 0 };
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, altKey, metaKey, repeat, timeStamp } = event;
      if (ctrlKey || altKey || metaKey || repeat || event.defaultPrevented) return;
      if (target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=dialog]"))
        return;
      // After `g` a key is the second of two, whoever has to do with them.
      const isSecond = before.key === "g" && timeStamp - before.at < sequenceMs;
      before = { key: key.toLowerCase(), at: timeStamp };
      // A letter in a cell of the timesheet was meant for the cell, which takes none.
      if (!isSecond && /^[^g]$/i.test(key) && key !== "?" && target instanceof Element && target.closest("[data-cell]"))
        return;
      const action = actions[`${isSecond ? "g " : ""}${key.toLowerCase()}`];
      if (action === undefined) return;
      event.preventDefault();
      before = { key: "", at: 0 };
      action();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [actions, shortcuts]);
}

/** `/` goes to the screen's search field. */
export const searchKey = { "/": () => document.querySelector<HTMLElement>("[data-search]")?.focus() };
