// A copy of the person's own entries and timer, kept exact, with what the person did on top of it.
//
//   base     what the server has said: entries of the loaded ranges, and the timer
//   queue    what the person did and the server has not confirmed, in order; kept on the device
//   view     base with the queue applied: what screens show
//
// A write is applied to the view at once, sent in its turn, and then its outcome is put into base. `refresh` reads what
// others have changed; a doorbell (live.ts) calls it. Failed writes leave the view and wait for the person.
import { ApiError, ConnectionError, type Stint, type TimeEntry, type Timer } from "@stint/sdk";
import { startMs } from "#time/start-ms.ts";
import { applyWrite, type Person, type Tracked } from "./apply-write.ts";
import { createEntryMap, overlay } from "./entry-map.ts";
import { openKeptQueue } from "./kept-queue.ts";
import { addRange, missingParts, type Range } from "./ranges.ts";
import { Conflict, sendWrite } from "./send-write.ts";
import type { Storage } from "./storage.ts";
import { undoOf } from "./undo-of.ts";
import { type Queued, resolved, touched, type Write } from "./write.ts";

export interface Deps {
  stint: Stint;
  storage: Storage;
  person: Person;
  /** The server's time in milliseconds. */
  now: () => number;
  newId: () => string;
  /** Resolves after so many milliseconds, or as soon as the device is online again. */
  pause: (ms: number) => Promise<void>;
}

/** The state that screens show. A new object for every change. */
export interface View {
  /** Newest first. */
  entries: readonly TimeEntry[];
  timer: Timer | null;
  /** Ids of entries that the server has not confirmed as they are shown. */
  unconfirmed: ReadonlySet<string>;
  queue: readonly Queued[];
  loaded: readonly Range[];
  /** False while the server cannot be reached. */
  isOnline: boolean;
  /** Whether anything has been read, here or from the device. */
  isReady: boolean;
}

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

export type Tracking = ReturnType<typeof createTracking>;

export function createTracking(deps: Deps) {
  const { stint, storage, person, now, newId, pause } = deps;
  const base = { entries: createEntryMap(), timer: null as Timer | null, deleted: new Map<string, TimeEntry>() };
  const ids = new Map<string, string>();
  const keptQueue = openKeptQueue(storage, `${now()}-${newId()}`);
  const listeners = new Set<() => void>();
  let queue: Queued[] = [];
  let loaded: Range[] = [];
  let since: string | undefined;
  let isOnline = true;
  let isReady = false;
  let isSending = false;
  let isClosed = false;
  let view = build();
  let saving: Promise<void> = Promise.resolve();
  let refreshing: Promise<void> | undefined;

  const idOf = (id: string) => ids.get(id) ?? id;

  function build(): View {
    const entries = overlay(base.entries);
    const shown: Tracked = { entries, timer: base.timer, deleted: new Map(base.deleted) };
    const unconfirmed = new Set<string>();
    for (const { write, status } of queue) {
      if (status === "failed" || status === "conflict") continue;
      applyWrite(shown, resolved(write, idOf), person, new Date(now()).toISOString());
      for (const id of touched(write)) unconfirmed.add(idOf(id));
    }
    return { entries: entries.newestFirst(), timer: shown.timer, unconfirmed, queue, loaded, isOnline, isReady };
  }

  function changed(): void {
    view = build();
    for (const listener of listeners) listener();
  }

  function save(name: "mirror" | "queue"): Promise<void> {
    // The kept writes belong to the next page now.
    if (isClosed) return saving;
    if (name === "queue") {
      const value = { queue, ids: [...ids] };
      saving = saving.then(() => keptQueue.write(value));
    } else {
      const kept: Kept = { timer: base.timer, loaded, since };
      const entries = base.entries.takeUnkept();
      // The entries first: ranges that count as loaded must be there.
      saving = saving.then(() => storage.writeEntries(entries)).then(() => storage.write(name, kept));
    }
    return saving;
  }

  /** Goes on with what pages that are gone have not sent. */
  function adopt(): Promise<void> {
    saving = saving.then(() =>
      keptQueue.adopt((left) => {
        if (left.queue.length > 0) {
          for (const [localId, id] of left.ids) ids.set(localId, id);
          queue = [...left.queue, ...queue];
          changed();
        }
        return { queue, ids: [...ids] };
      }),
    );
    return saving;
  }

  function take(entry: TimeEntry): void {
    const known = base.entries.get(entry.id);
    if (known === undefined || known.version <= entry.version) base.entries.set(entry.id, entry);
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

  // Not GET /timer, whose 404 without a running one browsers log as an error.
  async function readTimer(): Promise<void> {
    base.timer = (await stint.timers.list({ userId: "me" })).data[0] ?? null;
  }

  async function readChanges(): Promise<void> {
    since ??= new Date(now() - overlapMs).toISOString();
    for await (const change of stint.timeEntries.sync({ since, userId: "me" })) {
      if (change.kind === "reset") {
        base.entries.clear();
        loaded = [];
      } else if (change.kind === "upsert") {
        const { startedAt, id } = change.entry;
        const isLoaded = missingParts(loaded, at(startedAt)).length === 0;
        if (isLoaded || base.entries.get(id) !== undefined) take(change.entry);
      } else if (change.kind === "remove") base.entries.delete(change.id);
      else since = change.since;
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
        const outcome = await sendOne(next);
        waitMs = outcome ? 1000 : Math.min(waitMs * 2, 30_000);
        if (!outcome) await pause(waitMs);
      }
    } finally {
      isSending = false;
    }
  }

  /** False where the server could not be reached, so that the write has to wait. */
  async function sendOne(next: Queued): Promise<boolean> {
    replace(next.key, { ...next, status: "sending" });
    const known = { idOf, entry: (id: string) => base.entries.get(id), refresh: readChanges };
    try {
      const outcome = await sendWrite(stint, { ...next, write: resolved(next.write, idOf) }, known);
      for (const [localId, id] of Object.entries(outcome.ids)) ids.set(localId, id);
      for (const id of outcome.removed) {
        const entry = base.entries.get(id);
        if (entry !== undefined) base.deleted.set(id, entry);
        base.entries.delete(id);
      }
      for (const entry of outcome.entries) base.entries.set(entry.id, entry);
      if (outcome.timer !== undefined) base.timer = outcome.timer;
      queue = queue.filter(({ key }) => key !== next.key);
      isOnline = true;
    } catch (error) {
      if (error instanceof Conflict) replace(next.key, { ...next, status: "conflict", theirs: error.theirs });
      else if (error instanceof ConnectionError || isPassing(error)) {
        isOnline = false;
        replace(next.key, { ...next, status: "waiting" });
        changed();
        return false;
      } else replace(next.key, { ...next, status: "failed", error: messageOf(error) });
    }
    changed();
    await Promise.all([save("queue"), save("mirror")]);
    return true;
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
      const [entries, kept] = await Promise.all([storage.readEntries(), storage.read<Kept>("mirror"), adopt()]);
      if (kept !== undefined) {
        for (const entry of entries) take(entry);
        base.entries.takeUnkept();
        ({ loaded, since } = kept);
        base.timer = kept.timer;
        isReady = true;
      } else await storage.writeEntries(new Map(entries.map(({ id }) => [id, undefined])));
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
        await Promise.all([readTimer(), readChanges()]);
        isReady = true;
      }).then(async () => {
        refreshing = undefined;
        await adopt();
        if (isOnline) void send();
        await save("mirror");
      });
      await refreshing;
    },

    /** Reads the entries that start in `range` and are not here yet. */
    async load(range: Range): Promise<void> {
      for (const part of missingParts(loaded, range)) {
        await reach(async () => {
          const query = { userId: "me", from: new Date(part.from), to: new Date(part.to) };
          const found: TimeEntry[] = [];
          for await (const entry of stint.timeEntries.list(query)) found.push(entry);
          for (const entry of found) take(entry);
          loaded = addRange(loaded, part);
        });
      }
      await save("mirror");
    },

    /** Reads the next older entries, about `limit` of them; false when there are none. */
    async loadOlder(limit = 200): Promise<boolean> {
      const { from } = loaded.at(-1) ?? { from: now() };
      let isMore = true;
      await reach(async () => {
        const page = await stint.timeEntries.list({ userId: "me", to: new Date(from), limit });
        for (const entry of page.data) take(entry);
        const last = page.data.at(-1);
        isMore = page.hasNext && last !== undefined;
        // Others may start at the same instant as the last one; they come with the next page.
        const reached = isMore && last !== undefined ? Date.parse(last.startedAt) + 1 : 0;
        loaded = addRange(loaded, { from: reached, to: from });
      });
      await save("mirror");
      return isMore;
    },

    /**
     * Reads a page of the entries that a filter leaves, newest first, and keeps them beside the loaded ranges. Down to
     * `from` none of them is missing then.
     */
    async find(filter: EntryFilter, cursor?: string): Promise<{ from: number; nextCursor: string | null }> {
      const page = await stint.timeEntries.list({ ...filter, userId: "me", limit: 200, cursor });
      for (const entry of page.data) take(entry);
      changed();
      const last = page.data.at(-1);
      // Others may start at the same instant as the last one; they come with the next page.
      return { from: page.hasNext && last !== undefined ? startMs(last) + 1 : 0, nextCursor: page.nextCursor };
    },

    /** Does a write: shown at once, sent in its turn, kept until then. Returns the writes that take it back. */
    write(write: Write): Write[] {
      const before: Tracked = { entries: base.entries, timer: view.timer, deleted: base.deleted };
      const undo = undoOf(write, before, newId);
      queue = [...queue, { key: newId(), write, status: "waiting" }];
      changed();
      void save("queue").then(send);
      return undo;
    },

    /** Sends a write that failed or met a conflict again; `keepMine` overrides what another has changed. */
    retry(key: string): void {
      const found = queue.find((each) => each.key === key);
      if (found === undefined) return;
      const { write, theirs } = found;
      const again: Write =
        write.kind === "update" && theirs !== undefined
          ? {
              ...write,
              changes: write.changes.map((change) => ({ ...change, seen: theirs[change.id] ?? change.seen })),
            }
          : write;
      replace(key, { key: newId(), write: again, status: "waiting" });
      changed();
      void save("queue").then(send);
    },

    /** Gives a write up that failed or met a conflict. */
    discard(key: string): void {
      queue = queue.filter((each) => each.key !== key);
      changed();
      void save("queue");
    },
  };
}

function at(instant: string): Range {
  const from = Date.parse(instant);
  return { from, to: from + 1 };
}

/** Whether the same request may be accepted in a moment: the server is busy or restarting, or the session has ended. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401);
}

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.detail : String(error);
}
