// A replica of the person's entries and timer, with the person's unconfirmed writes on top.
//
//   server state   the timer and the entries of the loaded ranges, as the server has them (server-state.ts)
//   queue          writes that the server has not confirmed, in order; stored on the device
//   view           the server state with the queue applied: what screens show
//
// A write changes the view at once and is sent in order; its outcome then goes into the server state. Changes made
// elsewhere arrive as events, or through `refresh` after a gap in the events (live.ts calls both). Failed writes leave the
// view and wait for the person to retry or discard them.
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type Organization,
  type Stint,
  type StreamedEvent,
  type TimeEntry,
  type Timer,
} from "@stint/sdk";
import { brokenRules } from "#api/entry-rule.ts";
import { isUnreachable } from "#api/is-unreachable.ts";
import type { StreamPosition } from "#api/event-stream.ts";
import { applyWrite, type Person, type Tracked } from "./apply-write.ts";
import { begunOf } from "#time/begun.ts";
import { startMs } from "#time/start-ms.ts";
import { overlay } from "./entry-map.ts";
import { createEventGate } from "./event-gate.ts";
import { findDone, isKeyValid } from "./find-done.ts";
import { openKeptQueue } from "./kept-queue.ts";
import { hasNewest, missingParts, type Range } from "./ranges.ts";
import { createServerState, type EntryFilter } from "./server-state.ts";
import { Conflict, isPassing, type Known, type Outcome, sendWrite } from "./send-write.ts";
import type { Storage } from "./storage.ts";
import { undoOf } from "./undo-of.ts";
import { filled, type Missing, type Queued, resolved, touched, type Write } from "./write.ts";

export interface Deps {
  stint: Stint;
  storage: Storage;
  person: Person;
  now: () => number;
  /** The latest instant that is certainly not in the server's future. */
  past: () => number;
  /** The session's id; empty if it isn't known. */
  session: () => string;
  newId: () => string;
  /** Resolves after `ms` milliseconds, or as soon as the device is online again. */
  pause: (ms: number) => Promise<void>;
}

/** The state that screens show. A new object for every change. */
export interface View {
  /** Newest first. */
  entries: readonly TimeEntry[];
  timer: Timer | null;
  /** How often the timer was started or stopped by something other than this page, such as another tab. */
  timerTurns: number;
  /** Ids of entries with changes that the server hasn't confirmed. */
  unconfirmed: ReadonlySet<string>;
  queue: readonly Queued[];
  loaded: readonly Range[];
  /** False while the server is unreachable. */
  isOnline: boolean;
  /** Whether anything has been loaded, from the device or the server. */
  isReady: boolean;
}

/** Enough to find an entry that can be continued, because the last few may belong to archived projects. */
const newestLimit = 50;

export type Tracking = ReturnType<typeof createTracking>;

export function createTracking(deps: Deps) {
  const { stint, storage, person, now, past, session, newId, pause } = deps;
  const server = createServerState(stint, storage, person.userId, now);
  const events = createEventGate(applyEvents);
  const ids = new Map<string, string>();
  const keptQueue = openKeptQueue(storage, `${now()}-${newId()}`);
  /** The keys of writes already sent at least once, by this page or a closed one. */
  const mayBeDone = new Set<string>();
  const listeners = new Set<() => void>();
  let queue: Queued[] = [];
  let isOnline = true;
  let isReady = false;
  let isSending = false;
  let isClosed = false;
  let timerTurns = 0;
  let view = build();
  let saving: Promise<void> = Promise.resolve();
  let opened: Promise<void> | undefined;
  let refreshing: Promise<boolean> | undefined;

  const idOf = (id: string) => ids.get(id) ?? id;
  const known: Known = {
    idOf,
    entry: server.entries.get,
    isMadeHere: (id) => [...ids.values()].includes(id),
    refresh: server.readChanges,
  };

  function build(): View {
    const entries = overlay(server.entries);
    const shown: Tracked = { entries, timer: server.getTimer(), deleted: new Map(server.deleted) };
    const unconfirmed = new Set<string>();
    for (const { write, status } of queue) {
      if (status === "failed" || status === "conflict") continue;
      applyWrite(shown, resolved(write, idOf), person, new Date(now()).toISOString());
      for (const id of touched(write)) unconfirmed.add(idOf(id));
    }
    const loaded = server.getLoaded();
    const { timer } = shown;
    return { entries: entries.newestFirst(), timer, timerTurns, unconfirmed, queue, loaded, isOnline, isReady };
  }

  function changed(isByPerson = false): void {
    const before = view;
    view = build();
    const hasTurned = (before.timer === null) !== (view.timer === null);
    if (hasTurned && before.isReady && !isByPerson) view = { ...view, timerTurns: ++timerTurns };
    for (const listener of listeners) listener();
  }

  function save(name: "server state" | "queue"): Promise<void> {
    // The stored queue now belongs to the next page, so this page must not overwrite it.
    if (isClosed) return saving;
    if (name === "queue") {
      const value = { queue, ids: [...ids] };
      saving = saving.then(() => keptQueue.write(value));
    } else saving = saving.then(() => server.keep());
    return saving;
  }

  /** Takes over the unsent writes of closed pages. */
  function adopt(): Promise<void> {
    saving = saving.then(() =>
      keptQueue.adopt((left) => {
        if (left.queue.length > 0) {
          for (const [localId, id] of left.ids) ids.set(localId, id);
          for (const { key } of left.queue) mayBeDone.add(key);
          queue = [...left.queue, ...queue];
          changed();
        }
        return { queue, ids: [...ids] };
      }),
    );
    return saving;
  }

  /** Shows the data stored on the device. */
  function restore(): Promise<void> {
    return (opened ??= events.holdDuring(async () => {
      [isReady] = await Promise.all([server.restore(), adopt()]);
      changed();
    }));
  }

  function applyEvents(arrived: readonly StreamedEvent[]): void {
    if (!server.applyEvents(arrived)) return;
    changed();
    void save("server state");
  }

  /** Runs work that needs the server; returns whether the server was reachable. */
  async function reach(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      isOnline = true;
      return true;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      isOnline = false;
      return false;
    } finally {
      changed();
    }
  }

  async function send(): Promise<void> {
    if (isSending || isClosed) return;
    isSending = true;
    let waitMs = 1000;
    try {
      for (;;) {
        const next = queue.find(({ status }) => status === "waiting" || status === "sending");
        if (next === undefined || isClosed) return;
        const answer = await events.holdDuring(() => sendOne(next));
        // Sending resumes when the person signs in again or makes another write.
        if (answer === "sessionOver") return;
        waitMs = answer === "settled" ? 1000 : Math.min(waitMs * 2, 30_000);
        if (answer === "unreached") await pause(waitMs);
      }
    } finally {
      isSending = false;
    }
  }

  /** Sends one write. If the result isn't "settled", the write stays queued. */
  async function sendOne(next: Queued): Promise<"settled" | "unreached" | "sessionOver"> {
    replace(next.key, { ...next, status: "sending" });
    try {
      const outcome =
        (await findLost(next)) ?? (await sendWrite(stint, { ...next, write: resolved(next.write, idOf) }, known));
      for (const [localId, id] of Object.entries(outcome.ids)) ids.set(localId, id);
      server.settle(outcome);
      queue = queue.filter(({ key }) => key !== next.key);
      isOnline = true;
    } catch (error) {
      if (error instanceof Conflict) replace(next.key, { ...next, status: "conflict", theirs: error.theirs });
      else if (error instanceof ConnectionError || isPassing(error)) {
        const isSessionOver = error instanceof AuthenticationError;
        isOnline = isSessionOver;
        replace(next.key, { ...next, status: "waiting" });
        changed();
        return isSessionOver ? "sessionOver" : "unreached";
      } else replace(next.key, { ...next, status: "failed", error: messageOf(error), rules: brokenRules(error) });
    }
    changed();
    await Promise.all([save("queue"), save("server state")]);
    return "settled";
  }

  /** Finds the outcome of a write that may already have been applied and whose Idempotency-Key has expired. */
  async function findLost(next: Queued): Promise<Outcome | undefined> {
    if (!mayBeDone.has(next.key)) {
      mayBeDone.add(next.key);
      return undefined;
    }
    const { key } = await stint.me.get();
    return isKeyValid(next, key.id, now()) ? undefined : await findDone(stint, next, known);
  }

  function replace(key: string, queued: Queued): void {
    queue = queue.map((each) => (each.key === key ? queued : each));
  }

  return {
    getView: () => view,
    idOf,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Shows the data stored on the device and resumes sending. */
    async open(): Promise<void> {
      await restore();
      void send();
    },

    applyEvents: events.take,

    /** Locks and unlocks entries by the organization's lock date. */
    takeOrganization(organization: Organization): void {
      server.takeOrganization(organization);
      changed();
    },

    readPosition: server.readPosition,

    /** Stops sending. The next page sends the remaining queue. */
    async close(): Promise<void> {
      isClosed = true;
      await saving;
      await keptQueue.close();
    },

    /**
     * Reads the changes since the last read; returns false if the server is unreachable. Concurrent calls share one
     * read.
     */
    async refresh(position?: StreamPosition): Promise<boolean> {
      refreshing ??= reach(async () => {
        await restore();
        await events.holdDuring(() => server.refresh(position));
        isReady = true;
      })
        .finally(() => (refreshing = undefined))
        .then(async (isReached) => {
          await adopt();
          if (isReached) void send();
          await save("server state");
          return isReached;
        });
      return refreshing;
    },

    /** Reads the entries starting in `range` that aren't loaded yet. */
    async load(range: Range): Promise<void> {
      await restore();
      for (const part of missingParts(server.getLoaded(), range)) {
        await reach(() => server.readPart(part));
      }
      await save("server state");
    },

    /** Reads about `limit` older entries; returns false if there are none left. */
    async loadOlder(limit = 200): Promise<boolean> {
      let isMore = true;
      await reach(async () => void (isMore = await server.readOlder(limit)));
      await save("server state");
      return isMore;
    },

    /** Reads until the newest entry that has begun is loaded. */
    async loadNewest(): Promise<void> {
      await restore();
      const isHere = () => {
        const [newest] = begunOf(view.entries, now());
        return hasNewest(view.loaded, newest && startMs(newest), now());
      };
      while (!isHere()) if (!(await reach(async () => void (await server.readNewest(newestLimit))))) return;
      await save("server state");
    },

    /**
     * Reads a page of the entries that match a filter, newest first, and keeps them outside the loaded ranges.
     * Afterwards, no matching entry from `from` on is missing.
     */
    async find(filter: EntryFilter, cursor?: string): Promise<{ from: number; nextCursor: string | null }> {
      const found = await server.find(filter, cursor);
      changed();
      return found;
    },

    /**
     * Queues a write. It is shown at once, sent in order, and stored until confirmed. Returns the writes that undo it.
     */
    write(write: Write): Write[] {
      const before: Tracked = { entries: server.entries, timer: view.timer, deleted: server.deleted };
      const undo = undoOf(write, before, newId);
      const made = { at: new Date(past()).toISOString(), session: session(), timerStartedAt: view.timer?.startedAt };
      queue = [...queue, { key: newId(), made, write, status: "waiting" }];
      changed(true);
      void save("queue").then(send);
      return undo;
    },

    /**
     * Sends a failed or conflicting write again, with the missing fields. After a conflict, it overwrites the other
     * person's change.
     */
    retry(key: string, missing: Missing = {}): void {
      const found = queue.find((each) => each.key === key);
      if (found === undefined) return;
      const { write, made, theirs } = found;
      const { lateReason = found.lateReason } = missing;
      const again: Write =
        write.kind === "update" && theirs !== undefined
          ? {
              ...write,
              changes: write.changes.map((change) => ({ ...change, seen: theirs[change.id] ?? change.seen })),
            }
          : filled(write, missing);
      const late = lateReason === undefined ? {} : { lateReason };
      replace(key, { key: newId(), made, write: again, status: "waiting", ...late });
      changed(true);
      void save("queue").then(send);
    },

    /**
     * Drops a failed or conflicting write. The screen changes only after the device has stored the shorter queue, so a
     * reload can't bring the write back.
     */
    async discard(key: string): Promise<void> {
      queue = queue.filter((each) => each.key !== key);
      await save("queue");
      changed(true);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.detail : String(error);
}
