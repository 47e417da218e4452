import type { KeyboardEvent } from "react";

/** Ctrl+Enter sends a form from a text of several lines, where Enter starts a new line. */
export function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  if (!(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  // A click, because it does nothing while the button is disabled.
  event.currentTarget.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}
