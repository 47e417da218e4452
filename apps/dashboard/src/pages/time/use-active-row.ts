import type { TimeEntry } from "@stint/sdk";
import { useEffect, useState } from "react";
import type { EditedField } from "./entry-editor.tsx";
import type { Place } from "./row-menu.tsx";

/** Tracks which row is active, which is being edited, and which has its menu or history open. */
export function useActiveRow() {
  const [active, setActive] = useState<string>();
  const [editing, setEditing] = useState<{ key: string; field: EditedField }>();
  const [hanging, setHanging] = useState<Place>();
  const [history, setHistory] = useState<TimeEntry>();

  const [wanted, setWanted] = useState<{ key: string; isFar: boolean }>();
  useEffect(() => {
    if (wanted === undefined) return;
    const row = document.getElementById(`row-${wanted.key}`);
    row?.focus({ preventScroll: true });
    if (wanted.isFar) row?.scrollIntoView({ block: "nearest" });
  }, [wanted]);

  return {
    active,
    setActive,
    editing,
    hanging,
    history,

    /** Focuses a row and, if `isFar`, scrolls it into view. */
    focusRow(key: string, isFar = false): void {
      setWanted({ key, isFar });
      setActive(key);
      setEditing(undefined);
      setHanging(undefined);
    },

    edit(key: string, field: EditedField = "description"): void {
      setActive(key);
      setHanging(undefined);
      // The focus goes to the field, not to the row.
      setWanted(undefined);
      setEditing({ key, field });
    },

    open(kind: Place["kind"], key: string): void {
      const row = document.getElementById(`row-${key}`);
      if (row === null) return;
      const { right, bottom } = row.getBoundingClientRect();
      setActive(key);
      setHanging({ key, kind, left: right + scrollX - 8, top: bottom + scrollY - 8 });
    },

    openHistory(key: string, entry: TimeEntry): void {
      setActive(key);
      setHistory(entry);
    },

    closeHistory: () => setHistory(undefined),
  };
}
