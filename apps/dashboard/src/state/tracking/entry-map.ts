import type { TimeEntry } from "@stint/sdk";
import { startMs } from "#time/start-ms.ts";

type Changes = Map<string, TimeEntry | undefined>;

/** Entries by id and as a list, newest first. Changing one of ten thousand entries doesn't sort them all again. */
export interface EntryMap {
  get: (id: string) => TimeEntry | undefined;
  set: (id: string, entry: TimeEntry) => void;
  delete: (id: string) => void;
  /** Returns the same array until something changes. */
  newestFirst: () => readonly TimeEntry[];
}

export interface ServerEntries extends EntryMap {
  /** Deletes the version and all older ones; without a version, the entry. */
  delete: (id: string, version?: number) => void;
  clear: () => void;
  takeUnkept: () => Changes;
  putBack: (changes: Changes) => void;
}

/**
 * The confirmed entries, and the changes that aren't stored on the device yet. Replies and events bring the same entries
 * in any order, so the map ignores versions older than the one it knows.
 */
export function createEntryMap(): ServerEntries {
  const entries = new Map<string, TimeEntry>();
  let sorted: readonly TimeEntry[] = [];
  let unsorted: Changes = new Map();
  let unkept: Changes = new Map();
  /** The versions at which entries were deleted or moved to someone else. */
  const removed = new Map<string, number>();

  function note(id: string, entry: TimeEntry | undefined): void {
    unsorted.set(id, entry);
    unkept.set(id, entry);
  }

  return {
    get: (id) => entries.get(id),
    set(id, entry) {
      const known = entries.get(id);
      if (known === entry || (known?.version ?? 0) > entry.version || (removed.get(id) ?? 0) >= entry.version) return;
      removed.delete(id);
      entries.set(id, entry);
      note(id, entry);
    },
    delete(id, version) {
      if (version !== undefined) {
        if ((entries.get(id)?.version ?? 0) > version) return;
        removed.set(id, Math.max(version, removed.get(id) ?? 0));
      }
      if (entries.delete(id)) note(id, undefined);
      // Removes the entry from the device, because another page may have stored it.
      else unkept.set(id, undefined);
    },
    clear() {
      for (const id of entries.keys()) note(id, undefined);
      entries.clear();
      removed.clear();
    },
    newestFirst() {
      if (unsorted.size > 0) sorted = merge(sorted, unsorted);
      unsorted = new Map();
      return sorted;
    },
    takeUnkept() {
      const taken = unkept;
      unkept = new Map();
      return taken;
    },
    /** Restores taken changes that couldn't be stored, except for entries that have changed since. */
    putBack(changes) {
      unkept = new Map([...changes, ...unkept]);
    },
  };
}

/** Overlays changes on entries without modifying them. */
export function overlay(below: EntryMap): EntryMap {
  const changes: Changes = new Map();
  return {
    get: (id) => (changes.has(id) ? changes.get(id) : below.get(id)),
    set: (id, entry) => void changes.set(id, entry),
    delete: (id) => void changes.set(id, undefined),
    newestFirst: () => (changes.size === 0 ? below.newestFirst() : merge(below.newestFirst(), changes)),
  };
}

function merge(sorted: readonly TimeEntry[], changes: Changes): TimeEntry[] {
  const added = [...changes.values()].filter((entry) => entry !== undefined).toSorted(compare);
  const merged: TimeEntry[] = [];
  let at = 0;
  for (const entry of sorted) {
    if (changes.has(entry.id)) continue;
    for (let next = added[at]; next !== undefined && compare(next, entry) < 0; next = added[++at]) merged.push(next);
    merged.push(entry);
  }
  return merged.concat(added.slice(at));
}

function compare(left: TimeEntry, right: TimeEntry): number {
  return startMs(right) - startMs(left) || (left.id < right.id ? 1 : -1);
}
