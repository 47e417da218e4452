// A replica of the person's entries and timer, with the person's unconfirmed writes on top.
//
//   server state   the timer and the entries of the loaded ranges, as the server has them (server-state.ts)
//   queue          writes that the server has not confirmed, in order; stored on the device (write-queue.ts)
//   view           the server state with the queue applied: what screens show (view-store.ts)
//   loader         reads the server state from the device and the server (loader.ts)
//   sender         sends the queue (sender.ts), with the core that all clients share (@stint/offline)
//   saver          stores the queue and the server state on the device (saver.ts)
//
// A write changes the view at once and is sent in order; its outcome then goes into the server state. Changes made
// elsewhere arrive as events, or through `refresh` after a gap in the events (live.ts calls both). Failed writes leave the
// view and wait for the person to retry or discard them.
import type { Organization, Stint } from "@stint/sdk";
import { undoOf } from "@stint/offline/undo.ts";
import type { Write } from "@stint/offline/write.ts";
import { createLoader } from "./reading/loader.ts";
import { createSaver } from "./sending/saver.ts";
import { createSender } from "./sending/sender.ts";
import { createServerState } from "./server-state.ts";
import type { Person } from "./shapes.ts";
import type { Storage } from "./storage.ts";
import { createViewStore, type ViewStore } from "./view-store.ts";
import { createWriteQueue, type WriteQueue } from "./sending/write-queue.ts";
import type { Missing, Queued } from "./sending/write.ts";

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

export type Tracking = ReturnType<typeof createTracking>;

export function createTracking({ stint, storage, person, now, past, session, newId, pause }: Deps) {
  const { userId } = person;
  const server = createServerState({ stint, storage, userId, now, onEvents });
  const queue = createWriteQueue(newId);
  const view = createViewStore(server, queue, person, now);
  const saver = createSaver({ storage, id: `${now()}-${newId()}`, queue, server, onKept: view.setQueueKept });
  const { send, stop } = createSender({ stint, userId, server, queue, view, saver, now, pause });
  const { restore, ...reads } = createLoader({ server, view, saver, now, send });

  function onEvents(): void {
    view.update();
    void saver.saveServerState();
  }

  return {
    ...reads,
    getView: view.get,
    subscribe: view.subscribe,
    idOf: queue.idOf,
    firstIdOf: queue.firstIdOf,
    applyEvents: server.applyEvents,
    readPosition: server.readPosition,

    /** Shows the data stored on the device and resumes sending. */
    async open(): Promise<void> {
      await restore();
      void send();
    },

    /** Stops sending. The next page sends the remaining queue. */
    async close(): Promise<void> {
      stop();
      await saver.close();
    },

    /** Updates which entries are locked or break rules, after the organization's lock date or rules have changed. */
    setOrganization(organization: Organization): void {
      server.setOrganization(organization);
      view.update();
    },

    /**
     * Queues a write. It is shown at once, sent in order, and stored until confirmed. Returns the writes that undo it.
     */
    write(write: Write): Write[] {
      const { timer } = view.get();
      const undo = undoOf(write, timer, newId);
      const made = { at: new Date(past()).toISOString(), session: session() };
      queue.add(write, { ...made, timerStartedAt: timer?.startedAt, timerCreatedAt: timer?.createdAt });
      view.update(true);
      void saver.saveQueue().then(send);
      return undo;
    },

    answersTo: (act: () => void) => answersTo(act, queue, view),

    /**
     * Sends a failed or conflicting write again, with the missing fields. After a conflict, it overwrites the other
     * person's change.
     */
    retry(key: string, missing: Missing = {}): void {
      if (!queue.retry(key, missing)) return;
      view.update(true);
      void saver.saveQueue().then(send);
    },

    /**
     * Drops a failed or conflicting write. The screen changes only after the device has stored the shorter queue, so a
     * reload can't bring the write back.
     */
    async discard(key: string): Promise<void> {
      queue.remove(key);
      await saver.saveQueue();
      view.update(true);
    },
  };
}

/**
 * Resolves once the server has answered the writes that `act` makes, or can't be reached. Returns those that failed or
 * conflict.
 */
function answersTo(act: () => void, queue: WriteQueue, view: ViewStore): Promise<readonly Queued[]> {
  const before = new Set(queue.all().map(({ key }) => key));
  act();
  const keys = new Set(queue.all().flatMap(({ key }) => (before.has(key) ? [] : key)));
  return new Promise((resolve) => {
    const look = () => {
      const own = view.get().queue.filter(({ key }) => keys.has(key));
      const refused = own.filter(({ status }) => status === "failed" || status === "conflict");
      if (view.get().isOnline && refused.length < own.length) return;
      leave();
      resolve(refused);
    };
    const leave = view.subscribe(look);
    look();
  });
}
