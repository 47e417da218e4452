import type { Stint, TimeEntry } from "@stint/sdk";
import { startMs } from "#time/start-ms.ts";
import type { ServerEntries } from "#state/tracking/entry-map.ts";
import { addRange, endOfTime, missingParts, type Range } from "./ranges.ts";

/** The query parameters of `timeEntries.list`. */
type ListQuery = NonNullable<Parameters<Stint["timeEntries"]["list"]>[0]>;

export type EntryFilter = Pick<ListQuery, "q" | "projectId" | "tag" | "billable" | "breaks" | "from" | "to" | "tz">;

interface Deps {
  stint: Stint;
  now: () => number;
  entries: ServerEntries;
  take: (entry: TimeEntry) => void;
}

/** A record on the device of the ranges that have been read. */
export interface KeptReads {
  loaded: Range[];
  /** Undefined if an earlier version, which had no cursors, stored the record. */
  cursor?: string | undefined;
  since: string | undefined;
}

/** The first request for changes starts a minute before the first list was read, so that no change is missed. */
const overlapMs = 60_000;

/** Reads the person's entries from the server, and tracks the ranges that are loaded. */
export function createEntryReader({ stint, now, entries, take }: Deps) {
  let loaded: Range[] = [];
  let cursor: string | undefined;
  let since: string | undefined;
  let listsUnderWay = 0;

  async function list<Read>(read: () => Promise<Read>): Promise<Read> {
    listsUnderWay++;
    try {
      return await read();
    } finally {
      listsUnderWay--;
    }
  }

  /** Reads a page, newest first. All matching entries that start at or after the returned `from` are then loaded. */
  async function readPage(query: ListQuery): Promise<{ from: number; nextCursor: string | null }> {
    return list(async () => {
      const { data, hasNext, nextCursor } = await stint.timeEntries.list({ ...query, userId: "me" });
      data.forEach(take);
      const last = data.at(-1);
      // Excludes the last entry's start, because the next page may contain entries with the same start.
      return { from: hasNext && last !== undefined ? startMs(last) + 1 : 0, nextCursor };
    });
  }

  async function readBefore(to: number, limit: number): Promise<boolean> {
    return list(async () => {
      const { from } = await readPage({ to: new Date(to), limit });
      loaded = addRange(loaded, { from, to });
      return from > 0;
    });
  }

  function begin(): string {
    return new Date(now() - overlapMs).toISOString();
  }

  return {
    getLoaded: (): readonly Range[] => loaded,

    toKept: (): KeptReads => ({ loaded, cursor, since }),

    restore(kept: KeptReads | undefined): void {
      since = kept?.since ?? begin();
      if (kept !== undefined) ({ loaded, cursor } = kept);
    },

    /** Reads the changes since the last read. */
    async readChanges(): Promise<void> {
      since ??= begin();
      for await (const change of stint.timeEntries.sync({ cursor, since, userId: "me" })) {
        if (change.kind === "reset") {
          entries.clear();
          loaded = [];
        } else if (change.kind === "upsert") {
          const { startedAt, id } = change.entry;
          const isLoaded = missingParts(loaded, at(startedAt)).length === 0;
          // Keeps the entry even while a list is in flight, because the server may have read the list before this
          // change.
          if (isLoaded || listsUnderWay > 0 || entries.get(id) !== undefined) take(change.entry);
        } else if (change.kind === "remove") entries.delete(change.id);
        else ({ cursor, since } = change);
      }
    },

    /** Reads the entries that start in a range that isn't loaded yet. */
    async readPart(part: Range): Promise<void> {
      const query = { userId: "me", from: new Date(part.from), to: new Date(part.to) };
      await list(async () => {
        const found: TimeEntry[] = [];
        for await (const entry of stint.timeEntries.list(query)) found.push(entry);
        found.forEach(take);
        loaded = addRange(loaded, part);
      });
    },

    /** Reads about `limit` older entries; returns false if there are none left. */
    readOlder: (limit: number): Promise<boolean> => readBefore(loaded.at(-1)?.from ?? now(), limit),

    /**
     * Reads one page backwards: from the start of the first loaded range that ends after now, or else from the latest
     * entry, which may be planned.
     */
    readNewest: (limit: number): Promise<boolean> =>
      readBefore(loaded.find(({ to }) => to > now())?.from ?? endOfTime, limit),

    /** Reads a page of the entries that match a filter, newest first, and keeps them outside the loaded ranges. */
    find: (filter: EntryFilter, cursor?: string) => readPage({ ...filter, limit: 200, cursor }),
  };
}

function at(instant: string): Range {
  const from = Date.parse(instant);
  return { from, to: from + 1 };
}
