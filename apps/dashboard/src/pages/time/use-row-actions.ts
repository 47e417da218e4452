import type { TimeEntry } from "@stint/sdk";
import { type MouseEvent, useCallback } from "react";
import { entryFieldsOf, timesOf } from "#parts/entries/entry-edits.ts";
import type { EntryActions } from "#parts/entries/use-entry-actions.ts";
import type { EditedField } from "./entry-editor.tsx";
import { type ListItem, nextRow, runningId } from "./list-items.ts";
import type { RowAction } from "./row-menu.tsx";
import { useActiveRow } from "./use-active-row.ts";
import { useRestoredEdit } from "./use-restored-edit.ts";
import type { Selection } from "./use-selection.ts";

export type ListAction = RowAction | "billable" | "menu" | "fill";

interface Options {
  items: readonly ListItem[];
  canWrite: boolean;
  actions: EntryActions;
  selection: Selection;
  /** Asks which day to copy entries to. */
  onCopy: (entries: readonly TimeEntry[]) => void;
}

/** The state of the list's rows, and the actions on them. */
export function useRowActions({ items, canWrite, actions, selection, onCopy }: Options) {
  const { setActive, edit, openHistory, ...rows } = useActiveRow();
  const { focusRow, open } = rows;
  useRestoredEdit(items, canWrite, edit);
  const { placeOf, entryOf } = useFind(items);

  function act(key: string, action: ListAction, { extend = false } = {}): void {
    const at = placeOf(key);
    const item = items[at];
    // The timer bar changes the timer.
    if (key === runningId && action === "edit")
      return document.querySelector<HTMLElement>("[data-description]")?.focus();
    if (item?.kind === "gap" && canWrite && (action === "fill" || action === "edit")) {
      const { from, to, before } = item;
      edit(actions.create({ ...entryFieldsOf(before), ...timesOf(from, to), description: "", tags: [] }));
    }
    const entry = entryOf(key);
    if (entry === undefined) return;
    const isAmong = selection.keys.has(key);
    const chosen = () => (isAmong ? [...selection.keys].flatMap((each) => entryOf(each) ?? []) : [entry]);
    if (action === "menu") return open("menu", key);
    if (action === "history") return openHistory(key, entry);
    if (!canWrite) return;
    if (action === "continue") return actions.continueEntry(entry);
    if (action === "copy") {
      focusRow(key);
      return onCopy(chosen());
    }
    if (entry.locked) return;
    if (action === "duplicate") return edit(actions.duplicate(entry));
    if (action === "edit") return edit(key);
    if (action === "billable") return actions.change(entry, { billable: !entry.billable });
    if (action === "split") return open("split", key);
    if (action === "select") {
      setActive(key);
      return selection.toggle(key, extend ? [...unlockedKeys(items)] : undefined);
    }
    if (action === "delete") {
      const next = items[nextRow(items, at, 1) ?? nextRow(items, at, -1) ?? -1];
      for (const each of isAmong ? selection.keys : [key]) fadeOut(document.getElementById(`row-${each}`));
      actions.remove(chosen());
      if (isAmong) selection.clear();
      if (next !== undefined) focusRow(next.key);
    }
  }

  function click({ target, shiftKey }: MouseEvent<HTMLElement>): void {
    const { key } = dataAt(target, "[data-key]");
    const { action, field } = dataAt(target, "[data-action]");
    if (key === undefined) return;
    setActive(key);
    if (action === "edit") edit(key, field as EditedField);
    else if (action !== undefined) act(key, action as ListAction, { extend: shiftKey });
  }

  return { ...rows, entryOf, placeOf, act, click };
}

function dataAt(target: EventTarget, selector: string): DOMStringMap {
  return (target instanceof Element ? target.closest<HTMLElement>(selector) : null)?.dataset ?? {};
}

/** Finds rows by their keys. */
function useFind(items: readonly ListItem[]) {
  const placeOf = useCallback(
    (key: string | undefined) => (key === undefined ? -1 : items.findIndex((item) => item.key === key)),
    [items],
  );
  return {
    placeOf,
    /** Not for the running timer, which has no menu, no history and no copies. */
    entryOf(key: string | undefined): TimeEntry | undefined {
      const item = items[placeOf(key)];
      return item?.kind === "entry" && item.entry.id !== runningId ? item.entry : undefined;
    },
  };
}

/** The keys of all entries that can be changed, in list order. */
export function unlockedKeys(items: readonly ListItem[]): Set<string> {
  const keys = new Set<string>();
  for (const item of items) if (item.kind === "entry" && !item.entry.locked) keys.add(item.key);
  return keys;
}

/** Fades out a copy of a row that is about to go. The row itself goes at once, and the next one comes up below it. */
function fadeOut(row: HTMLElement | null): void {
  if (row === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { left, top, width, height } = row.getBoundingClientRect();
  const copy = row.cloneNode(true) as HTMLElement;
  copy.removeAttribute("id");
  copy.inert = true;
  copy.style.cssText = `position: fixed; margin: 0; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
  document.body.append(copy);
  copy.animate({ opacity: [1, 0] }, 160).onfinish = () => copy.remove();
}
