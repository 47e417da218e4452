import type { Organization, Stint, StreamedEvent, TimeEntry, Timer, Timesheet } from "@stint/sdk";
import type { StreamPosition } from "#api/connection/event-stream.ts";
import type { Outcome } from "@stint/offline/outcome.ts";
import { createEntryLocks } from "./entry-locks.ts";
import { createEntryMap } from "./entry-map.ts";
import { createEntryReader, type KeptReads } from "./reading/entry-reader.ts";
import type { Storage } from "./storage.ts";
import { createTimerState } from "./timer-state.ts";

interface Kept extends KeptReads {
  timer: Timer | null;
  position?: StreamPosition | undefined;
}

interface Deps {
  stint: Stint;
  storage: Storage;
  userId: string;
  now: () => number;
  /** Called after events have changed something. */
  onEvents: () => void;
}

export type ServerState = ReturnType<typeof createServerState>;

/**
 * The server state: the person's entries in the loaded ranges, and the timer. Replies and events may arrive in any
 * order.
 */
export function createServerState({ stint, storage: { kept: device }, userId, now, onEvents }: Deps) {
  const entries = createEntryMap();
  const timer = createTimerState();
  const { adapt, setOrganization, takeTimesheet } = createEntryLocks(entries);
  const take = (entry: TimeEntry) => entries.set(entry.id, adapt(entry));
  const { getLoaded, toKept, restore: restoreReads, ...reads } = createEntryReader({ stint, now, entries, take });
  const deleted = new Map<string, TimeEntry>();
  /** The stream position before the last read. */
  let position: StreamPosition | undefined;
  let waiting: StreamedEvent[] = [];
  let requests = 0;

  /** Applies the objects in events, in order, unless they have to wait for a reply. */
  function applyWaiting(): void {
    if (requests > 0 || waiting.length === 0) return;
    const before = { entries: entries.newestFirst(), timer: timer.get() };
    waiting.forEach(applyEvent);
    waiting = [];
    if (entries.newestFirst() !== before.entries || timer.get() !== before.timer) onEvents();
  }

  /**
   * Keeps a created or changed entry even outside the loaded ranges, because a list in flight may contain an older
   * version of it.
   */
  function takeChanged(entry: TimeEntry): void {
    const known = entries.get(entry.id);
    const isHere = entry.userId === userId && entry.deletedAt === null;
    if (!isHere) {
      if (known !== undefined || entry.userId === userId) entries.delete(entry.id, entry.version);
    } else if (known?.version !== entry.version) take(entry);
  }

  function applyEvent({ type, data }: StreamedEvent): void {
    if (type.startsWith("time_entry.")) takeChanged(data.object as TimeEntry);
    if (type.startsWith("period.")) setOrganization(data.object as Organization);
    if (type.startsWith("timesheet.")) {
      const sheet = data.object as Timesheet;
      if (sheet.userId === userId) takeTimesheet(sheet);
    }
    if (!type.startsWith("timer.")) return;
    const changed = data.object as Timer;
    if (changed.userId !== userId) return;
    if (type === "timer.started" || type === "timer.updated") timer.take(changed);
    else timer.end(changed);
  }

  // Lists timers, because GET /timer replies 404 if none is running, and browsers log that as an error.
  async function readTimer(): Promise<void> {
    for (;;) {
      const before = timer.changeCount();
      const [read = null] = (await stint.timers.list({ userId: "me" })).data;
      // The server may have read the timer before a write or an event that has arrived since.
      if (timer.changeCount() === before) return timer.set(read);
    }
  }

  return {
    ...reads,
    entries,
    /** Entries deleted on this page, so an undo can show them again before the server replies. */
    deleted,
    getTimer: timer.get,
    getLoaded,
    setOrganization,

    /** Reads the changes since the last read. */
    async refresh(positionBefore?: StreamPosition): Promise<void> {
      await Promise.all([readTimer(), reads.readChanges()]);
      position = positionBefore ?? position;
    },

    async readPosition(): Promise<StreamPosition | undefined> {
      return (await device.read<Kept>("server state"))?.position;
    },

    applyEvents(events: readonly StreamedEvent[]): void {
      waiting.push(...events);
      applyWaiting();
    },

    /**
     * Delays events during a request whose reply may report the same changes. Only the reply says which of the server's
     * entries is the one that the queue shows under a local id.
     */
    async delayEvents<Result>(work: () => Promise<Result>): Promise<Result> {
      requests++;
      try {
        return await work();
      } finally {
        requests--;
        applyWaiting();
      }
    },

    /** Loads the data stored on the device; returns whether there was any. */
    async restore(): Promise<boolean> {
      const [keptEntries, kept] = await Promise.all([
        device.readAll<TimeEntry>("entries"),
        device.read<Kept>("server state"),
      ]);
      restoreReads(kept);
      if (kept === undefined) return false;
      keptEntries.forEach(take);
      entries.takeUnkept();
      timer.restore(kept.timer);
      ({ position } = kept);
      return true;
    },

    async keep(): Promise<void> {
      const kept: Kept = { timer: timer.get(), position, ...toKept() };
      const taken = entries.takeUnkept();
      const changes = [...taken].map(([id, value]) => ({ kind: "entries", id, value }));
      // Without these changes, the next write would store `since` and the loaded ranges without their entries.
      if (!(await device.write([...changes, { kind: "server state", value: kept }]))) entries.putBack(taken);
    },

    /** Applies the outcome of a write. */
    settle(outcome: Outcome): void {
      for (const id of outcome.removed) {
        const entry = entries.get(id);
        if (entry !== undefined) deleted.set(id, entry);
        entries.delete(id, entry && entry.version + 1);
      }
      outcome.entries.forEach(take);
      if (outcome.timer !== undefined) timer.settle(outcome.timer);
    },
  };
}
