import { useEffect, useEffectEvent } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { followSequences } from "./key-sequence.ts";

/**
 * Runs the action of a key (`s`, `?`) or of a sequence such as `g t`. Ignores keys in text fields, keys with Ctrl, Alt
 * or ⌘, and all keys if the person has turned single-key shortcuts off.
 */
export function useShortcuts(actions: Record<string, () => void>): void {
  const { shortcuts } = useSettings();
  const actionOf = useEffectEvent((keys: string) => actions[keys]);
  useEffect(() => {
    if (!shortcuts) return undefined;
    const isSecondKey = followSequences();
    const press = (event: KeyboardEvent) => {
      const { target, ctrlKey, altKey, metaKey, repeat } = event;
      // Where letters are Cyrillic, this key writes a period or comma.
      const key = event.code === "Slash" && /^[.,]$/.test(event.key) ? (event.shiftKey ? "?" : "/") : event.key;
      if (ctrlKey || altKey || metaKey || repeat || event.defaultPrevented) return;
      if (target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=dialog]"))
        return;
      // After `g`, any key is the second of a sequence, even if another component handles the sequence.
      const isSecond = isSecondKey(event);
      // A letter typed into a timesheet cell was meant for the cell, even if the cell doesn't accept letters.
      if (!isSecond && /^[^g]$/i.test(key) && key !== "?" && target instanceof Element && target.closest("[data-cell]"))
        return;
      const action = actionOf(`${isSecond ? "g " : ""}${key.toLowerCase()}`);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [shortcuts]);
}

/** `/` focuses the screen's search field. */
export const searchKey = { "/": () => document.querySelector<HTMLElement>("[data-search]")?.focus() };
