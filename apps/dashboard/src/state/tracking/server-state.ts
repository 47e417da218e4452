import type { Organization, Stint, StreamedEvent, TimeEntry, Timer, Timesheet } from "@stint/sdk";
import { startMs } from "#time/start-ms.ts";
import { startOfLock } from "#time/start-of-lock.ts";
import { type EntryRule, rulesInForce } from "#api/entry-rule.ts";
import type { StreamPosition } from "#api/event-stream.ts";
import { createEntryMap } from "./entry-map.ts";
import { addRange, endOfTime, missingParts, type Range } from "./ranges.ts";
import type { Outcome } from "./send-write.ts";
import type { Storage } from "./storage.ts";

/** The query parameters of `timeEntries.list`. */
export type EntryFilter = Pick<
  NonNullable<Parameters<Stint["timeEntries"]["list"]>[0]>,
  "q" | "projectId" | "tag" | "billable" | "breaks" | "from" | "to" | "tz"
>;

interface Kept {
  timer: Timer | null;
  loaded: Range[];
  since: string | undefined;
  position?: StreamPosition | undefined;
}

/** Changes are requested from a minute before the first list was read, so none is missed in between. */
const overlapMs = 60_000;

export type ServerState = ReturnType<typeof createServerState>;

/**
 * The server state: the person's entries in the loaded ranges, and the timer. Replies and events may arrive in any
 * order.
 */
export function createServerState(stint: Stint, { kept: device }: Storage, userId: string, now: () => number) {
  const entries = createEntryMap();
  /** The versions at which entries were deleted or moved to someone else. */
  const removed = new Map<string, number>();
  const deleted = new Map<string, TimeEntry>();
  let timer: Timer | null = null;
  /** The start of the last timer known to have ended. */
  let endedMs = -Infinity;
  let loaded: Range[] = [];
  let since: string | undefined;
  /** The stream position before the last read. */
  let position: StreamPosition | undefined;
  let listsUnderWay = 0;
  /** Entries that start before this instant are locked; undefined until it is known. */
  let lockedBefore: number | undefined;
  /** The rules of the organization in force; undefined until they are known. */
  let inForce: ReadonlySet<EntryRule> | undefined;
  let organizationVersion = 0;

  /**
   * The server reports which rules an entry broke and whether it was locked when it was read. The lock date and the
   * rules may have changed since.
   */
  function adapt(entry: TimeEntry): TimeEntry {
    const isMarked = entry.breaks?.some((rule) => inForce?.has(rule) === false) === true;
    if (!isMarked) return withLockDate(entry);
    const { breaks: marks = [], ...rest } = entry;
    const breaks = marks.filter((rule) => inForce?.has(rule) !== false);
    return withLockDate(breaks.length === 0 ? rest : { ...rest, breaks });
  }

  function withLockDate(entry: TimeEntry): TimeEntry {
    const was = entry.lockedBy?.includes("lockDate") ?? entry.locked;
    const isBefore = lockedBefore === undefined ? was : startMs(entry) < lockedBefore;
    if (isBefore === was) return entry;
    return withReason(entry, "lockDate", isBefore);
  }

  /** Applies the lock date and the rules of the organization, unless a later version of it is known. */
  function takeOrganization(organization: Organization): void {
    if (organization.version < organizationVersion) return;
    organizationVersion = organization.version;
    lockedBefore = startOfLock(organization);
    inForce = rulesInForce(organization);
    for (const entry of entries.newestFirst()) entries.set(entry.id, adapt(entry));
  }

  function take(entry: TimeEntry): void {
    const { id, version } = entry;
    if ((entries.get(id)?.version ?? 0) > version || (removed.get(id) ?? 0) >= version) return;
    removed.delete(id);
    entries.set(id, adapt(entry));
  }

  function remove(id: string, version: number): void {
    if ((entries.get(id)?.version ?? 0) > version) return;
    removed.set(id, Math.max(version, removed.get(id) ?? 0));
    entries.delete(id);
  }

  function setTimer(next: Timer | null): void {
    if (timer !== null && timer.createdAt !== next?.createdAt) endedMs = Math.max(endedMs, createdMs(timer));
    timer = next;
  }

  function takeTimer(next: Timer): void {
    if (createdMs(next) <= endedMs) return;
    const age = timer === null ? 1 : createdMs(next) - createdMs(timer) || next.version - timer.version;
    if (age > 0) setTimer(next);
  }

  function endTimer(ended: Timer): void {
    endedMs = Math.max(endedMs, createdMs(ended));
    if (timer !== null && createdMs(timer) <= endedMs) timer = null;
  }

  /** Accepts entries outside the loaded ranges too, because a list in flight may contain them. */
  function takeChanged(entry: TimeEntry): void {
    const known = entries.get(entry.id);
    const isHere = entry.userId === userId && entry.deletedAt === null;
    if (!isHere) {
      if (known !== undefined || entry.userId === userId) remove(entry.id, entry.version);
    } else if (known?.version !== entry.version) take(entry);
  }

  /** A submitted or approved timesheet locks the entries that start in it; otherwise it unlocks them. */
  function lockWith({ userId: member, startsAt, endsAt, status }: Timesheet): void {
    if (member !== userId) return;
    const isClosed = status === "submitted" || status === "approved";
    for (const entry of entries.newestFirst()) {
      const { lockedBy: reasons = [] } = entry;
      const isInside = startMs(entry) >= Date.parse(startsAt) && startMs(entry) < Date.parse(endsAt);
      if (isInside && reasons.includes("timesheet") !== isClosed)
        entries.set(entry.id, withReason(entry, "timesheet", isClosed));
    }
  }

  function applyEvent({ type, data }: StreamedEvent): void {
    if (type.startsWith("time_entry.")) takeChanged(data.object as TimeEntry);
    if (type.startsWith("period.")) takeOrganization(data.object as Organization);
    if (type.startsWith("timesheet.")) lockWith(data.object as Timesheet);
    if (!type.startsWith("timer.")) return;
    const changed = data.object as Timer;
    if (changed.userId !== userId) return;
    if (type === "timer.started" || type === "timer.updated") takeTimer(changed);
    else endTimer(changed);
  }

  // Lists timers, because GET /timer replies 404 if none is running, and browsers log that as an error.
  async function readTimer(): Promise<void> {
    setTimer((await stint.timers.list({ userId: "me" })).data[0] ?? null);
  }

  async function readChanges(): Promise<void> {
    since ??= begin();
    for await (const change of stint.timeEntries.sync({ since, userId: "me" })) {
      if (change.kind === "reset") {
        entries.clear();
        removed.clear();
        loaded = [];
      } else if (change.kind === "upsert") {
        const { startedAt, id } = change.entry;
        const isLoaded = missingParts(loaded, at(startedAt)).length === 0;
        // A list in flight may have been read before this change.
        if (isLoaded || listsUnderWay > 0 || entries.get(id) !== undefined) take(change.entry);
      } else if (change.kind === "remove") entries.delete(change.id);
      else since = change.since;
    }
  }

  async function list<Read>(read: () => Promise<Read>): Promise<Read> {
    listsUnderWay++;
    try {
      return await read();
    } finally {
      listsUnderWay--;
    }
  }

  async function readBefore(to: number, limit: number): Promise<boolean> {
    return list(async () => {
      const page = await stint.timeEntries.list({ userId: "me", to: new Date(to), limit });
      for (const entry of page.data) take(entry);
      const last = page.data.at(-1);
      const isMore = page.hasNext && last !== undefined;
      // Excludes the last entry's start, because the next page may contain entries with the same start.
      const from = isMore ? Date.parse(last.startedAt) + 1 : 0;
      loaded = addRange(loaded, { from, to });
      return isMore;
    });
  }

  function begin(): string {
    return new Date(now() - overlapMs).toISOString();
  }

  return {
    entries,
    /** Entries deleted on this page, so an undo can show them again before the server replies. */
    deleted,
    getTimer: () => timer,
    getLoaded: (): readonly Range[] => loaded,
    readChanges,
    takeOrganization,

    /** Reads the changes since the last read. */
    async refresh(positionBefore?: StreamPosition): Promise<void> {
      await Promise.all([readTimer(), readChanges()]);
      position = positionBefore ?? position;
    },

    async readPosition(): Promise<StreamPosition | undefined> {
      return (await device.read<Kept>("server state"))?.position;
    },

    /** Applies the objects in events; returns whether anything changed. */
    applyEvents(events: readonly StreamedEvent[]): boolean {
      const before = { entries: entries.newestFirst(), timer };
      events.forEach(applyEvent);
      return entries.newestFirst() !== before.entries || timer !== before.timer;
    },

    /** Loads the data stored on the device; returns whether there was any. */
    async restore(): Promise<boolean> {
      const [keptEntries, kept] = await Promise.all([
        device.readAll<TimeEntry>("entries"),
        device.read<Kept>("server state"),
      ]);
      since = begin();
      if (kept === undefined) return false;
      for (const entry of keptEntries) take(entry);
      entries.takeUnkept();
      ({ loaded, timer, position } = kept);
      since = kept.since ?? since;
      return true;
    },

    async keep(): Promise<void> {
      const kept: Kept = { timer, loaded, since, position };
      const changes = [...entries.takeUnkept()].map(([id, value]) => ({ kind: "entries", id, value }));
      await device.write([...changes, { kind: "server state", value: kept }]);
    },

    /** Applies the outcome of a write. */
    settle(outcome: Outcome): void {
      for (const id of outcome.removed) {
        const entry = entries.get(id);
        if (entry !== undefined) {
          deleted.set(id, entry);
          remove(id, entry.version + 1);
        }
        entries.delete(id);
      }
      for (const entry of outcome.entries) take(entry);
      if (outcome.timer !== undefined) setTimer(outcome.timer);
    },

    /** Reads the entries that start in a range that isn't loaded yet. */
    async readPart(part: Range): Promise<void> {
      const query = { userId: "me", from: new Date(part.from), to: new Date(part.to) };
      await list(async () => {
        const found: TimeEntry[] = [];
        for await (const entry of stint.timeEntries.list(query)) found.push(entry);
        for (const entry of found) take(entry);
        loaded = addRange(loaded, part);
      });
    },

    /** Reads about `limit` older entries; returns false if there are none left. */
    readOlder: (limit: number): Promise<boolean> => readBefore(loaded.at(-1)?.from ?? now(), limit),

    /** Reads one page backwards, from the first range that ends after now, or else from the last planned entry. */
    readNewest: (limit: number): Promise<boolean> =>
      readBefore(loaded.find(({ to }) => to > now())?.from ?? endOfTime, limit),

    /** Reads a page of the entries that match a filter, newest first, and keeps them outside the loaded ranges. */
    async find(filter: EntryFilter, cursor?: string): Promise<{ from: number; nextCursor: string | null }> {
      const page = await list(
        async () => await stint.timeEntries.list({ ...filter, userId: "me", limit: 200, cursor }),
      );
      for (const entry of page.data) take(entry);
      const last = page.data.at(-1);
      // Excludes the last entry's start, because the next page may contain entries with the same start.
      return { from: page.hasNext && last !== undefined ? startMs(last) + 1 : 0, nextCursor: page.nextCursor };
    },
  };
}

function createdMs({ createdAt }: Timer): number {
  return Date.parse(createdAt);
}

function at(instant: string): Range {
  const from = Date.parse(instant);
  return { from, to: from + 1 };
}

const reasonsInOrder = ["lockDate", "timesheet", "billing"] as const;

/** The entry with or without this reason for its lock. */
function withReason(entry: TimeEntry, reason: (typeof reasonsInOrder)[number], isLocked: boolean): TimeEntry {
  const { lockedBy: reasons = [], ...rest } = entry;
  const lockedBy = reasonsInOrder.filter((each) => (each === reason ? isLocked : reasons.includes(each)));
  return lockedBy.length === 0 ? { ...rest, locked: false } : { ...rest, locked: true, lockedBy };
}
