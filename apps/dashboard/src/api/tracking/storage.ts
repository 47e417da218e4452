import type { TimeEntry } from "@stint/sdk";
import { createStore, delMany, get, set, setMany, values } from "idb-keyval";

/** What is kept on the device between two visits. */
export interface Storage {
  read<Value>(name: string): Promise<Value | undefined>;
  write(name: string, value: unknown): Promise<void>;
  readEntries(): Promise<TimeEntry[]>;
  /** Keeps entries by their id, each apart: all of them at once would hold up the page. Undefined removes. */
  writeEntries(changes: ReadonlyMap<string, TimeEntry | undefined>): Promise<void>;
}

/** The browser's database, apart for each person and organization. Where it is forbidden, nothing is kept. */
export function openStorage(owner: string): Storage {
  const store = createStore(`stint-${owner}`, "kept");
  const entries = createStore(`stint-${owner}-entries`, "entries");
  return {
    read: (name) => get<never>(name, store).catch(() => undefined),
    write: (name, value) => set(name, value, store).catch(() => undefined),
    readEntries: () => values<TimeEntry>(entries).catch(() => []),
    async writeEntries(changes) {
      const kept = [...changes].filter((change): change is [string, TimeEntry] => change[1] !== undefined);
      const removed = [...changes.keys()].filter((id) => changes.get(id) === undefined);
      if (kept.length > 0) await setMany(kept, entries).catch(() => undefined);
      if (removed.length > 0) await delMany(removed, entries).catch(() => undefined);
    },
  };
}
