import { AppError } from "#platform/errors.ts";
import { addSpent, currentRequester } from "#platform/requester.ts";
import { createLastTurns, type LastTurns } from "./last-turns.ts";

export interface LaneLimits {
  ofEach: number;
  inAll: number;
  /** The maximum number of jobs that may wait in one lane. */
  maxWaiting: number;
  refusal?: () => AppError;
}

interface Waiting {
  sharers: readonly string[];
  turn: PromiseWithResolvers<void>;
}

interface Lane {
  name: string;
  running: number;
  waiting: Waiting[];
}

export type Lanes = ReturnType<typeof createLanes>;

/*
 * Where work waits, in this order (docs/api/limits.md has the figures):
 *
 * - a request: for earlier requests on its connection, and then for a turn of the event loop
 *   (http/server/connections.ts)
 * - a sign-in with a password: that of a stranger for a slot, in which networks and accounts take turns
 *   (throttle/strangers.ts); then for a turn to hash the password
 * - a create or a change of one entry: for the next shared statement or transaction, or for locks in a lane
 * - batches, replays, settings and budgets: in a lane of their organization, before they acquire a connection
 * - every statement and transaction: at the gate of its pool (fair-gate.ts)
 * - a download: for its client, without a connection to the database if there is room on the disk
 * - imports, emails, deliveries and other jobs: in the background, where organizations take turns
 *
 * An upload never waits: it gets a slot or is refused (http/server/bodies/uploads.ts). Code inside a transaction never
 * asks the pool for a second connection.
 */

/**
 * Limits slow jobs, and jobs that wait for locks, to a few per lane; tenants that share the limit have one lane each.
 * The least recently served lane comes first, and within it the least recently served sharer. In a full lane, the
 * sharer with the most jobs loses the last of them; if several sharers have equally many, the most recently served of
 * them does.
 */
export function createLanes({ ofEach, inAll, maxWaiting, refusal = tooManyWaiting }: LaneLimits) {
  const lanes = new Map<string, Lane>();
  const lastTurns = createLastTurns();
  let running = 0;

  function startNext(): void {
    while (running < inAll) {
      const open = [...lanes.values()].filter((lane) => lane.running < ofEach && lane.waiting.length > 0);
      const lane = first(open, ({ name }) => lastTurns.of(name));
      const next = first(lane?.waiting ?? [], ({ sharers }) => lastTurns.sumOf(sharers));
      if (lane === undefined || next === undefined) return;
      lane.waiting.splice(lane.waiting.indexOf(next), 1);
      for (const name of [lane.name, ...next.sharers]) lastTurns.note(name);
      lane.running++;
      running++;
      next.turn.resolve();
    }
  }

  function forgetEmpty({ name, running: own, waiting }: Lane): void {
    if (own === 0 && waiting.length === 0) lanes.delete(name);
  }

  return {
    /**
     * Runs the job when its lane has room; 503 if too many are waiting. `sharers` take turns within the lane; by
     * default, the only sharer is the current request's caller. A job with an empty list of sharers goes first. The
     * turn ends with the job, or earlier with a call to `release`.
     */
    async run<T>(
      name: string,
      job: (release: () => void) => Promise<T>,
      sharers: readonly string[] = [currentRequester()?.caller ?? ""],
    ): Promise<T> {
      const lane = lanes.get(name) ?? { name, running: 0, waiting: [] };
      lanes.set(name, lane);
      const turn = Promise.withResolvers<void>();
      const sinceMs = performance.now();
      lane.waiting.push({ sharers: sharers.map((sharer) => `${name} ${sharer}`), turn });
      startNext();
      if (lane.waiting.length > maxWaiting) dropOne(lane.waiting, lastTurns)?.turn.reject(refusal());
      forgetEmpty(lane);
      await turn.promise.finally(() => addSpent(currentRequester(), { waitedMs: performance.now() - sinceMs }));
      let isReleased = false;
      const release = () => {
        if (isReleased) return;
        isReleased = true;
        lane.running--;
        running--;
        forgetEmpty(lane);
        startNext();
      };
      try {
        return await job(release);
      } finally {
        release();
      }
    },
  };
}

/**
 * Removes the last job of the sharer with the most jobs; among several such sharers, of the most recently served one.
 */
function dropOne(waiting: Waiting[], lastTurns: LastTurns): Waiting | undefined {
  const counts = new Map<string, number>();
  for (const { sharers } of waiting) for (const one of sharers) counts.set(one, (counts.get(one) ?? 0) + 1);
  const most = ({ sharers }: Waiting) => Math.max(0, ...sharers.map((one) => counts.get(one) ?? 0));
  const lastServed = ({ sharers }: Waiting) => lastTurns.sumOf(sharers);
  const last = waiting.toSorted((one, other) => most(one) - most(other) || lastServed(one) - lastServed(other)).at(-1);
  if (last !== undefined) waiting.splice(waiting.indexOf(last), 1);
  return last;
}

/** Returns the item with the lowest figure; the first one on a tie. */
function first<Item>(items: readonly Item[], figure: (item: Item) => number): Item | undefined {
  return items.reduce<{ item: Item; least: number } | undefined>((found, item) => {
    const least = figure(item);
    return found === undefined || least < found.least ? { item, least } : found;
  }, undefined)?.item;
}

export function tooManyWaiting(): AppError {
  const message = "Too many requests like this are waiting. Nothing was changed; try again.";
  return new AppError("unavailable", message, { headers: { "retry-after": "1" } });
}
