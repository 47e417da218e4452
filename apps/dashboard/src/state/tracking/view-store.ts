import type { TimeEntry, Timer } from "@stint/sdk";
import { apply, type Tracked } from "@stint/offline/apply.ts";
import { resolved, touched } from "@stint/offline/write.ts";
import { createObserved } from "#api/connection/observed.ts";
import { overlay } from "./entry-map.ts";
import type { Range } from "./reading/ranges.ts";
import type { ServerState } from "./server-state.ts";
import { type Person, shapesOf } from "./shapes.ts";
import type { Queued } from "./sending/write.ts";
import type { WriteQueue } from "./sending/write-queue.ts";

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
  /** False if the device couldn't store the queue, so closing the page would lose changes. */
  isQueueKept: boolean;
  loaded: readonly Range[];
  /** False while the server is unreachable. */
  isOnline: boolean;
  /** Whether anything has been loaded, from the device or the server. */
  isReady: boolean;
}

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore(server: ServerState, queue: WriteQueue, person: Person, now: () => number) {
  let isOnline = true;
  let isReady = false;
  let isQueueKept = true;
  let timerTurns = 0;
  const view = createObserved(build());

  function build(): View {
    return {
      ...applyQueue(server, queue, shapesOf(person, new Date(now()).toISOString())),
      timerTurns,
      queue: queue.all(),
      isQueueKept,
      loaded: server.getLoaded(),
      isOnline,
      isReady,
    };
  }

  return {
    get: view.get,
    subscribe: view.subscribe,

    /** Takes effect at the next `update`. */
    setOnline(is: boolean): void {
      isOnline = is;
    },

    /** Takes effect at the next `update`. */
    setReady(is: boolean): void {
      isReady = is;
    },

    setQueueKept(is: boolean): void {
      if (is === isQueueKept) return;
      isQueueKept = is;
      view.set({ ...view.get(), isQueueKept });
    },

    /** Rebuilds the view after a change to the server state or the queue. */
    update(isByPerson = false): void {
      const before = view.get();
      const next = build();
      const hasTurned = (before.timer === null) !== (next.timer === null);
      view.set(hasTurned && before.isReady && !isByPerson ? { ...next, timerTurns: ++timerTurns } : next);
    },
  };
}

/** The server's entries and timer with the queued writes, as far as these can still succeed. */
function applyQueue(server: ServerState, queue: WriteQueue, shapes: ReturnType<typeof shapesOf>) {
  const entries = overlay(server.entries);
  const shown: Tracked<TimeEntry, Timer> = { entries, timer: server.getTimer(), deleted: new Map(server.deleted) };
  const unconfirmed = new Set<string>();
  for (const { write, made, status } of queue.all()) {
    if (status === "failed" || status === "conflict") continue;
    apply(shown, resolved(write, made, queue.find), shapes);
    for (const id of touched(write)) unconfirmed.add(queue.idOf(id));
  }
  return { entries: entries.newestFirst(), timer: shown.timer, unconfirmed };
}
