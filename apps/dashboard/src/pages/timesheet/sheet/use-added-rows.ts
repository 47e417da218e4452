import { useMemo } from "react";
import { useNote } from "#state/drafts/use-note.ts";
import { type RowPlace, rowKey } from "#time/sheet.ts";

const none: RowPlace[] = [];

/** The rows that the person added to a week, with or without time, stored on the device. */
export function useAddedRows(week: string) {
  const note = useNote<RowPlace[]>(`rows ${week}`);
  return useMemo(() => {
    const now = () => note.read() ?? none;
    const keep = (next: readonly RowPlace[]) => note.write(next.length === 0 ? undefined : [...next]);
    return {
      rows: note.value ?? none,
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
  }, [note]);
}
