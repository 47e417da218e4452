import { useMemo, useSyncExternalStore } from "react";
import { useMe } from "#api/queries.ts";
import { type RowPlace, rowKey } from "./sheet.ts";

const changed = "stint-timesheet-rows";

/** The rows that a person has added to a week and that may have no time yet; kept on the device. */
export function useAddedRows(week: string) {
  const { user, organization } = useMe();
  const name = `stint-rows-${user.id}-${organization.id}-${week}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(name));
  return useMemo(() => {
    const rows = text === null ? [] : (JSON.parse(text) as RowPlace[]);
    // Read when it is called: an undo later must not bring back what it has seen.
    const now = () => JSON.parse(localStorage.getItem(name) ?? "[]") as RowPlace[];
    const keep = (next: readonly RowPlace[]) => {
      if (next.length === 0) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(next));
      dispatchEvent(new Event(changed));
    };
    return {
      rows,
      add(added: readonly RowPlace[]): void {
        const known = new Set(now().map(rowKey));
        const fresh = added.filter((row) => !known.has(rowKey(row)));
        if (fresh.length > 0) keep([...now(), ...fresh.map(({ projectId, taskId }) => ({ projectId, taskId }))]);
      },
      remove(removed: readonly RowPlace[]): void {
        const keys = new Set(removed.map(rowKey));
        keep(now().filter((row) => !keys.has(rowKey(row))));
      },
    };
  }, [text, name]);
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}
