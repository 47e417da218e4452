// A copy of the person's own entries and timer, kept exact, with what the person did on top of it.
//
//   mirror   what the server has said: entries of the loaded ranges, and the timer (mirror.ts)
//   queue    what the person did and the server has not confirmed, in order; kept on the device
//   view     the mirror with the queue applied: what screens show
//
// A write is applied to the view at once, sent in its turn, and then its outcome is put into the mirror. `refresh` reads what
// others have changed; a doorbell (live.ts) calls it. Failed writes leave the view and wait for the person.
import { ApiError, AuthenticationError, ConnectionError, type Stint, type TimeEntry, type Timer } from "@stint/sdk";
import { applyWrite, type Person, type Tracked } from "./apply-write.ts";
import { overlay } from "./entry-map.ts";
import { findDone, isKeyWorth } from "./find-done.ts";
import { openKeptQueue } from "./kept-queue.ts";
import { createMirror, type EntryFilter } from "./mirror.ts";
import { missingParts, type Range } from "./ranges.ts";
import { Conflict, isPassing, type Known, type Outcome, sendWrite } from "./send-write.ts";
import type { Storage } from "./storage.ts";
import { undoOf } from "./undo-of.ts";
import { type Queued, resolved, touched, type Write } from "./write.ts";

export interface Deps {
  stint: Stint;
  storage: Storage;
  person: Person;
  /** The server's time in milliseconds. */
  now: () => number;
  /** The latest instant that is not in the future there. */
  past: () => number;
  /** The id of the session, as far as it is known. */
  session: () => string;
  newId: () => string;
  /** Resolves after so many milliseconds, or as soon as the device is online again. */
  pause: (ms: number) => Promise<void>;
}

/** The state that screens show. A new object for every change. */
export interface View {
  /** Newest first. */
  entries: readonly TimeEntry[];
  timer: Timer | null;
  /** How often the timer was started or stopped by something else than the person on this page, such as another window. */
  timerTurns: number;
  /** Ids of entries that the server has not confirmed as they are shown. */
  unconfirmed: ReadonlySet<string>;
  queue: readonly Queued[];
  loaded: readonly Range[];
  /** False while the server cannot be reached. */
  isOnline: boolean;
  /** Tells whether anything has been read, here or from the device. */
  isReady: boolean;
}

export type Tracking = ReturnType<typeof createTracking>;

export function createTracking(deps: Deps) {
  const { stint, storage, person, now, past, session, newId, pause } = deps;
  const mirror = createMirror(stint, storage, now);
  const ids = new Map<string, string>();
  const keptQueue = openKeptQueue(storage, `${now()}-${newId()}`);
  /** The keys of writes that were sent once, here or by a page that is gone. */
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
  let refreshing: Promise<void> | undefined;

  const idOf = (id: string) => ids.get(id) ?? id;
  const known: Known = {
    idOf,
    entry: mirror.entries.get,
    isMadeHere: (id) => [...ids.values()].includes(id),
    refresh: mirror.readChanges,
  };

  function build(): View {
    const entries = overlay(mirror.entries);
    const shown: Tracked = { entries, timer: mirror.getTimer(), deleted: new Map(mirror.deleted) };
    const unconfirmed = new Set<string>();
    for (const { write, status } of queue) {
      if (status === "failed" || status === "conflict") continue;
      applyWrite(shown, resolved(write, idOf), person, new Date(now()).toISOString());
      for (const id of touched(write)) unconfirmed.add(idOf(id));
    }
    const loaded = mirror.getLoaded();
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

  function save(name: "mirror" | "queue"): Promise<void> {
    // The kept writes belong to the next page now.
    if (isClosed) return saving;
    if (name === "queue") {
      const value = { queue, ids: [...ids] };
      saving = saving.then(() => keptQueue.write(value));
    } else saving = saving.then(() => mirror.keep());
    return saving;
  }

  /** Goes on with what pages that are gone have not sent. */
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

  /** Tries something that needs the server; tells whether it could be reached. */
  async function reach(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      isOnline = true;
      return true;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
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
        const answer = await sendOne(next);
        // Until the person signs in again, or does more that needs the server, nothing is tried.
        if (answer === "sessionOver") return;
        waitMs = answer === "settled" ? 1000 : Math.min(waitMs * 2, 30_000);
        if (answer === "unreached") await pause(waitMs);
      }
    } finally {
      isSending = false;
    }
  }

  /** Unless it is settled, the write has to wait. */
  async function sendOne(next: Queued): Promise<"settled" | "unreached" | "sessionOver"> {
    replace(next.key, { ...next, status: "sending" });
    try {
      const outcome =
        (await findLost(next)) ?? (await sendWrite(stint, { ...next, write: resolved(next.write, idOf) }, known));
      for (const [localId, id] of Object.entries(outcome.ids)) ids.set(localId, id);
      mirror.settle(outcome);
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
      } else replace(next.key, { ...next, status: "failed", error: messageOf(error) });
    }
    changed();
    await Promise.all([save("queue"), save("mirror")]);
    return "settled";
  }

  /** The outcome of a write whose reply was lost, where its Idempotency-Key is worth nothing any more. */
  async function findLost(next: Queued): Promise<Outcome | undefined> {
    if (!mayBeDone.has(next.key)) {
      mayBeDone.add(next.key);
      return undefined;
    }
    const { key } = await stint.me.get();
    return isKeyWorth(next, key.id, now()) ? undefined : await findDone(stint, next, known);
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

    /** Shows what the device has kept and goes on sending; then reads what is new. */
    async open(): Promise<void> {
      [isReady] = await Promise.all([mirror.restore(), adopt()]);
      changed();
      void send();
      await this.refresh();
    },

    /** Sends nothing more: what waits is sent by the page that is opened next. */
    async close(): Promise<void> {
      isClosed = true;
      await saving;
      await keptQueue.close();
    },

    /** Removes everything from the device but what is not sent yet, which goes on when the person signs in again. */
    async forget(): Promise<void> {
      isClosed = true;
      await saving;
      await storage.clear(queue.length > 0 ? keptQueue.name : undefined);
    },

    /** Reads what has changed at the server since the last time. Calls meanwhile share one reading. */
    async refresh(): Promise<void> {
      refreshing ??= reach(async () => {
        await mirror.refresh();
        isReady = true;
      })
        .finally(() => (refreshing = undefined))
        .then(async () => {
          await adopt();
          if (isOnline) void send();
          await save("mirror");
        });
      await refreshing;
    },

    /** Reads the entries that start in `range` and are not here yet. */
    async load(range: Range): Promise<void> {
      for (const part of missingParts(mirror.getLoaded(), range)) {
        await reach(() => mirror.readPart(part));
      }
      await save("mirror");
    },

    /** Reads the next older entries, about `limit` of them; false when there are none. */
    async loadOlder(limit = 200): Promise<boolean> {
      let isMore = true;
      await reach(async () => void (isMore = await mirror.readOlder(limit)));
      await save("mirror");
      return isMore;
    },

    /**
     * Reads a page of the entries that a filter leaves, newest first, and keeps them beside the loaded ranges. Down to
     * `from` none of them is missing then.
     */
    async find(filter: EntryFilter, cursor?: string): Promise<{ from: number; nextCursor: string | null }> {
      const found = await mirror.find(filter, cursor);
      changed();
      return found;
    },

    /** Does a write: shown at once, sent in its turn, kept until then. Returns the writes that take it back. */
    write(write: Write): Write[] {
      const before: Tracked = { entries: mirror.entries, timer: view.timer, deleted: mirror.deleted };
      const undo = undoOf(write, before, newId);
      const made = { at: new Date(past()).toISOString(), session: session(), timerStartedAt: view.timer?.startedAt };
      queue = [...queue, { key: newId(), made, write, status: "waiting" }];
      changed(true);
      void save("queue").then(send);
      return undo;
    },

    /** Sends a write that failed or met a conflict again; `keepMine` overrides what another has changed. */
    retry(key: string): void {
      const found = queue.find((each) => each.key === key);
      if (found === undefined) return;
      const { write, made, theirs } = found;
      const again: Write =
        write.kind === "update" && theirs !== undefined
          ? {
              ...write,
              changes: write.changes.map((change) => ({ ...change, seen: theirs[change.id] ?? change.seen })),
            }
          : write;
      replace(key, { key: newId(), made, write: again, status: "waiting" });
      changed(true);
      void save("queue").then(send);
    },

    /** Gives a write up that failed or met a conflict. */
    discard(key: string): void {
      queue = queue.filter((each) => each.key !== key);
      changed(true);
      void save("queue");
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.detail : String(error);
}
