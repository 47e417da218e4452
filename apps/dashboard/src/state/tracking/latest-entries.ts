import type { TimeEntry } from "@stint/sdk";
import type { EntryMap } from "./entry-map.ts";

export type LatestEntries = ReturnType<typeof createLatestEntries>;

/** Writes only the latest version of each entry to `entries`. Replies and events may arrive in any order. */
export function createLatestEntries(entries: EntryMap, adapt: (entry: TimeEntry) => TimeEntry) {
  /** The versions at which entries were deleted or moved to someone else. */
  const removed = new Map<string, number>();

  return {
    take(entry: TimeEntry): void {
      const { id, version } = entry;
      if ((entries.get(id)?.version ?? 0) > version || (removed.get(id) ?? 0) >= version) return;
      removed.delete(id);
      entries.set(id, adapt(entry));
    },

    remove(id: string, version: number): void {
      if ((entries.get(id)?.version ?? 0) > version) return;
      removed.set(id, Math.max(version, removed.get(id) ?? 0));
      entries.delete(id);
    },

    /** Forgets which entries were removed. */
    reset: () => removed.clear(),
  };
}
