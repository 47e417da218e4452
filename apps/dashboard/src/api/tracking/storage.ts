import type { TimeEntry } from "@stint/sdk";
import { clear, createStore, delMany, get, keys, promisifyRequest, set, setMany, values } from "idb-keyval";

/** The part of the device's storage that outlives a visit. */
export interface Storage {
  read<Value>(name: string): Promise<Value | undefined>;
  write(name: string, value: unknown): Promise<void>;
  names(): Promise<string[]>;
  /** Writes `value` and removes `former`: both, or nothing. */
  replace(former: string, name: string, value: unknown): Promise<void>;
  /** Holds a name against all other pages until it is released or the page is gone; undefined where another holds it. */
  hold(name: string): Promise<(() => void) | undefined>;
  readEntries(): Promise<TimeEntry[]>;
  /** Keeps entries by their id, each apart: all of them at once would hold up the page. Undefined removes. */
  writeEntries(changes: ReadonlyMap<string, TimeEntry | undefined>): Promise<void>;
  /** Removes everything but what stands under `kept`. */
  clear(kept?: string): Promise<void>;
}

/** The browser's database, apart for each person and organization. Where it is forbidden, nothing is kept. */
export function openStorage(owner: string): Storage {
  const store = createStore(`stint-${owner}`, "kept");
  const entries = createStore(`stint-${owner}-entries`, "entries");
  return {
    read: (name) => get<never>(name, store).catch(() => undefined),
    write: (name, value) => set(name, value, store).catch(() => undefined),
    names: () => keys<string>(store).catch(() => []),
    replace: (former, name, value) =>
      store("readwrite", (all) => {
        all.put(value, name);
        all.delete(former);
        return promisifyRequest(all.transaction);
      }).catch(() => undefined),
    hold: (name) =>
      new Promise((resolve) => {
        const hold = (lock: Lock | null) =>
          lock === null ? resolve(undefined) : new Promise<void>((release) => resolve(release));
        navigator.locks.request(`stint-${owner}-${name}`, { ifAvailable: true }, hold).catch(() => resolve(undefined));
      }),
    readEntries: () => values<TimeEntry>(entries).catch(() => []),
    async writeEntries(changes) {
      const kept = [...changes].filter((change): change is [string, TimeEntry] => change[1] !== undefined);
      const removed = [...changes.keys()].filter((id) => changes.get(id) === undefined);
      if (kept.length > 0) await setMany(kept, entries).catch(() => undefined);
      if (removed.length > 0) await delMany(removed, entries).catch(() => undefined);
    },
    async clear(kept) {
      const removed = (await this.names()).filter((name) => name !== kept);
      await Promise.all([delMany(removed, store), clear(entries)]).catch(() => undefined);
    },
  };
}
