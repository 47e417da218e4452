import type { TimeEntry } from "@stint/sdk";
import { type MouseEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRowDraft } from "#state/drafts/row-draft.ts";
import type { EntryActions } from "#entries/use-entry-actions.ts";
import type { EditedField } from "./entry-editor.tsx";
import { type ListItem, nextRow } from "./list-items.ts";
import type { Place, RowAction } from "./row-menu.tsx";
import type { Selection } from "./use-selection.ts";

interface Options {
  items: readonly ListItem[];
  /** Keeps the row of a new entry when its id changes. */
  keepRow: (localId: string) => void;
  canWrite: boolean;
  actions: EntryActions;
  selection: Selection;
  /** Asks which day to copy entries to. */
  onCopy: (entries: readonly TimeEntry[]) => void;
}

/**
 * Returns the actions on the list's rows, and which row is active, which is being edited, and which has its menu or
 * history open.
 */
export function useRowActions({ items, keepRow, canWrite, actions, selection, onCopy }: Options) {
  const [active, setActive] = useState<string>();
  const [editing, setEditing] = useState<{ key: string; field: EditedField }>();
  const [hanging, setHanging] = useState<Place>();
  const [history, setHistory] = useState<TimeEntry>();
  const placeOf = useCallback(
    (key: string | undefined) => (key === undefined ? -1 : items.findIndex((item) => item.key === key)),
    [items],
  );

  const entryOf = (key: string | undefined): TimeEntry | undefined => {
    const item = items[placeOf(key)];
    return item?.kind === "entry" ? item.entry : undefined;
  };

  const [wanted, setWanted] = useState<{ key: string; isFar: boolean }>();
  useEffect(() => {
    if (wanted === undefined) return;
    const row = document.getElementById(`row-${wanted.key}`);
    row?.focus({ preventScroll: true });
    if (wanted.isFar) row?.scrollIntoView({ block: "nearest" });
  }, [wanted]);
  /** Focuses a row; if `isFar`, scrolls it into view first. */
  function focusRow(key: string, isFar = false): void {
    setWanted({ key, isFar });
    setActive(key);
    setEditing(undefined);
    setHanging(undefined);
  }

  function edit(key: string, field: EditedField = "description"): void {
    setActive(key);
    setHanging(undefined);
    // The focus goes to the field, not to the row.
    setWanted(undefined);
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

  /** All selected entries if the entry is one of them, otherwise only the entry. */
  const amongSelected = (key: string, entry: TimeEntry): TimeEntry[] =>
    selection.keys.has(key) ? [...selection.keys].flatMap((each) => entryOf(each) ?? []) : [entry];

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
    if (action === "copy") {
      focusRow(key);
      return onCopy(amongSelected(key, entry));
    }
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
      const doomed = amongSelected(key, entry);
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

  // After a reload, typing continues where it was interrupted.
  const draft = useRowDraft();
  const isRestored = useRef(false);
  const hasItems = items.length > 0;
  const restore = useEffectEvent(() => {
    if (isRestored.current) return;
    isRestored.current = true;
    const kept = draft.read();
    const item = items.filter(isEntry).find(({ entry }) => entry.id === kept?.entryId);
    if (item !== undefined && canWrite && !item.entry.locked) edit(item.key);
    else if (kept !== undefined) draft.forget();
  });
  useEffect(() => {
    if (hasItems) restore();
  }, [hasItems]);

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

/** The keys of all entries that can be changed, in list order. */
export function unlockedKeys(items: readonly ListItem[]): Set<string> {
  const keys = new Set<string>();
  for (const item of items) if (item.kind === "entry" && !item.entry.locked) keys.add(item.key);
  return keys;
}

function isEntry(item: ListItem): item is ListItem & { kind: "entry" } {
  return item.kind === "entry";
}
