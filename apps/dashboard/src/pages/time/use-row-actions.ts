import type { TimeEntry } from "@stint/sdk";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useRowDraft } from "#api/row-draft.ts";
import type { EntryActions } from "#pages/parts/use-entry-actions.ts";
import type { EditedField } from "./entry-editor.tsx";
import { type ListItem, nextRow } from "./list-items.ts";
import type { Place, RowAction } from "./row-menu.tsx";
import type { Selection } from "./use-selection.ts";

interface Options {
  items: readonly ListItem[];
  /** Keeps the row of an entry that was made here. */
  keepRow: (localId: string) => void;
  canWrite: boolean;
  actions: EntryActions;
  selection: Selection;
}

/** The actions on the rows of the list, and which of them is active, edited, or has a menu or its history open. */
export function useRowActions({ items, keepRow, canWrite, actions, selection }: Options) {
  const [active, setActive] = useState<string>();
  const [editing, setEditing] = useState<{ key: string; field: EditedField }>();
  const [hanging, setHanging] = useState<Place>();
  const [history, setHistory] = useState<TimeEntry>();
  const placeOf = (key: string | undefined) => (key === undefined ? -1 : items.findIndex((item) => item.key === key));

  const entryOf = (key: string | undefined): TimeEntry | undefined => {
    const item = items[placeOf(key)];
    return item?.kind === "entry" ? item.entry : undefined;
  };

  const wanted = useRef<{ key: string; isFar: boolean }>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const { key, isFar } = wanted.current;
    const row = document.getElementById(`row-${key}`);
    row?.focus({ preventScroll: true });
    if (isFar) row?.scrollIntoView({ block: "nearest" });
    wanted.current = undefined;
  });
  /** Gives a row the focus; one that may be `isFar` away is brought into sight. */
  function focusRow(key: string, isFar = false): void {
    wanted.current = { key, isFar };
    setActive(key);
    setEditing(undefined);
    setHanging(undefined);
  }

  function edit(key: string, field: EditedField = "description"): void {
    setActive(key);
    setHanging(undefined);
    // The field gets the focus, not the row.
    wanted.current = undefined;
    setEditing({ key, field });
  }

  function open(kind: Place["kind"], key: string): void {
    const row = document.getElementById(`row-${key}`);
    if (row === null) return;
    const { right, bottom } = row.getBoundingClientRect();
    setActive(key);
    setHanging({ key, kind, left: right + scrollX - 8, top: bottom + scrollY - 8 });
  }

  function editNew(localId: string): void {
    keepRow(localId);
    edit(localId);
  }

  function act(
    key: string,
    action: RowAction | "billable" | "menu" | "fill",
    options: { extend?: boolean } = {},
  ): void {
    const at = placeOf(key);
    const item = items[at];
    if (item?.kind === "gap" && canWrite && (action === "fill" || action === "edit")) {
      const { from, to, before } = item;
      const { projectId, taskId, billable } = before;
      const [startedAt, durationSeconds] = [new Date(from).toISOString(), Math.round((to - from) / 1000)];
      editNew(actions.create({ projectId, taskId, startedAt, durationSeconds, billable, description: "", tags: [] }));
    }
    if (item?.kind !== "entry") return;
    const { entry } = item;
    if (action === "menu") return open("menu", key);
    if (action === "history") {
      setActive(key);
      return setHistory(entry);
    }
    if (!canWrite) return;
    if (action === "continue") return actions.continueEntry(entry);
    if (entry.locked) return;
    if (action === "duplicate") return editNew(actions.duplicate(entry));
    if (action === "edit") return edit(key);
    if (action === "billable") return actions.change(entry, { billable: !entry.billable });
    if (action === "split") return open("split", key);
    if (action === "select") {
      setActive(key);
      return selection.toggle(key, options.extend === true ? [...unlockedKeys(items)] : undefined);
    }
    if (action === "delete") {
      const isAmong = selection.keys.has(key);
      const doomed = isAmong ? [...selection.keys].flatMap((each) => entryOf(each) ?? []) : [entry];
      const next = items[nextRow(items, at, 1) ?? nextRow(items, at, -1) ?? -1];
      actions.remove(doomed);
      if (isAmong) selection.clear();
      if (next !== undefined) focusRow(next.key);
    }
  }

  function click(event: MouseEvent<HTMLElement>): void {
    if (!(event.target instanceof Element)) return;
    const source = event.target.closest<HTMLElement>("[data-action]");
    const key = event.target.closest<HTMLElement>("[data-key]")?.dataset["key"];
    if (key === undefined) return;
    setActive(key);
    const action = source?.dataset["action"];
    if (action === undefined) return;
    if (action === "edit") edit(key, source?.dataset["field"] as EditedField);
    else act(key, action as RowAction, { extend: event.shiftKey });
  }

  // A text that was being typed when the page was reloaded goes on being typed.
  const draft = useRowDraft();
  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current || items.length === 0) return;
    isRestored.current = true;
    const kept = draft.read();
    const item = items.filter(isEntry).find(({ entry }) => entry.id === kept?.entryId);
    if (item !== undefined && canWrite && !item.entry.locked) edit(item.key);
    else if (kept !== undefined) draft.forget();
  });

  return {
    active,
    editing,
    hanging,
    history,
    entryOf,
    placeOf,
    focusRow,
    open,
    act,
    click,
    closeHistory: () => setHistory(undefined),
  };
}

/** The keys of the entries that can be changed, in the order of the list. */
export function unlockedKeys(items: readonly ListItem[]): Set<string> {
  const keys = new Set<string>();
  for (const item of items) if (item.kind === "entry" && !item.entry.locked) keys.add(item.key);
  return keys;
}

function isEntry(item: ListItem): item is ListItem & { kind: "entry" } {
  return item.kind === "entry";
}
