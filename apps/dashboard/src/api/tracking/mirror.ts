import type { Stint, TimeEntry, Timer } from "@stint/sdk";
import { startMs } from "#time/start-ms.ts";
import { createEntryMap } from "./entry-map.ts";
import { addRange, missingParts, type Range } from "./ranges.ts";
import type { Outcome } from "./send-write.ts";
import type { Storage } from "./storage.ts";

/** Fields of the query of `timeEntries.list`. */
export type EntryFilter = Pick<
  NonNullable<Parameters<Stint["timeEntries"]["list"]>[0]>,
  "q" | "projectId" | "tag" | "billable" | "from" | "to" | "tz"
>;

interface Kept {
  timer: Timer | null;
  loaded: Range[];
  since: string | undefined;
}

/** Changes are asked for from a minute before the first list was read, so that none is missed between the two. */
const overlapMs = 60_000;

/** The server's state: the entries of the loaded ranges, and the timer. */
export function createMirror(stint: Stint, storage: Storage, now: () => number) {
  const entries = createEntryMap();
  const deleted = new Map<string, TimeEntry>();
  let timer: Timer | null = null;
  let loaded: Range[] = [];
  let since: string | undefined;

  function take(entry: TimeEntry): void {
    const known = entries.get(entry.id);
    if (known === undefined || known.version <= entry.version) entries.set(entry.id, entry);
  }

  // Not GET /timer, whose 404 without a running one browsers log as an error.
  async function readTimer(): Promise<void> {
    timer = (await stint.timers.list({ userId: "me" })).data[0] ?? null;
  }

  async function readChanges(): Promise<void> {
    since ??= new Date(now() - overlapMs).toISOString();
    for await (const change of stint.timeEntries.sync({ since, userId: "me" })) {
      if (change.kind === "reset") {
        entries.clear();
        loaded = [];
      } else if (change.kind === "upsert") {
        const { startedAt, id } = change.entry;
        const isLoaded = missingParts(loaded, at(startedAt)).length === 0;
        if (isLoaded || entries.get(id) !== undefined) take(change.entry);
      } else if (change.kind === "remove") entries.delete(change.id);
      else since = change.since;
    }
  }

  return {
    entries,
    /** Entries that were deleted here, so that they can come back before the server is asked. */
    deleted,
    getTimer: () => timer,
    getLoaded: (): readonly Range[] => loaded,
    readChanges,

    /** Reads what has changed since the last time. */
    async refresh(): Promise<void> {
      await Promise.all([readTimer(), readChanges()]);
    },

    /** Shows what the device has kept; tells whether it has kept anything. */
    async restore(): Promise<boolean> {
      const [keptEntries, kept] = await Promise.all([storage.readEntries(), storage.read<Kept>("mirror")]);
      if (kept === undefined) {
        await storage.writeEntries(new Map(keptEntries.map(({ id }) => [id, undefined])));
        return false;
      }
      for (const entry of keptEntries) take(entry);
      entries.takeUnkept();
      ({ loaded, since, timer } = kept);
      return true;
    },

    async keep(): Promise<void> {
      const kept: Kept = { timer, loaded, since };
      // The entries first: ranges that count as loaded must be there.
      await storage.writeEntries(entries.takeUnkept());
      await storage.write("mirror", kept);
    },

    /** Takes over the result of a write. */
    settle(outcome: Outcome): void {
      for (const id of outcome.removed) {
        const entry = entries.get(id);
        if (entry !== undefined) deleted.set(id, entry);
        entries.delete(id);
      }
      for (const entry of outcome.entries) entries.set(entry.id, entry);
      if (outcome.timer !== undefined) ({ timer } = outcome);
    },

    /** Reads the entries that start in a part of time that is not here yet. */
    async readPart(part: Range): Promise<void> {
      const query = { userId: "me", from: new Date(part.from), to: new Date(part.to) };
      const found: TimeEntry[] = [];
      for await (const entry of stint.timeEntries.list(query)) found.push(entry);
      for (const entry of found) take(entry);
      loaded = addRange(loaded, part);
    },

    /** Reads the next older entries, about `limit` of them; false when there are none. */
    async readOlder(limit: number): Promise<boolean> {
      const { from } = loaded.at(-1) ?? { from: now() };
      const page = await stint.timeEntries.list({ userId: "me", to: new Date(from), limit });
      for (const entry of page.data) take(entry);
      const last = page.data.at(-1);
      const isMore = page.hasNext && last !== undefined;
      // Others may start at the same instant as the last one; they come with the next page.
      const reached = isMore ? Date.parse(last.startedAt) + 1 : 0;
      loaded = addRange(loaded, { from: reached, to: from });
      return isMore;
    },

    /** Reads a page of the entries that a filter leaves, newest first, and keeps them beside the loaded ranges. */
    async find(filter: EntryFilter, cursor?: string): Promise<{ from: number; nextCursor: string | null }> {
      const page = await stint.timeEntries.list({ ...filter, userId: "me", limit: 200, cursor });
      for (const entry of page.data) take(entry);
      const last = page.data.at(-1);
      // Others may start at the same instant as the last one; they come with the next page.
      return { from: page.hasNext && last !== undefined ? startMs(last) + 1 : 0, nextCursor: page.nextCursor };
    },
  };
}

function at(instant: string): Range {
  const from = Date.parse(instant);
  return { from, to: from + 1 };
}
