import { AppError } from "#platform/errors.ts";
import { cachedItems } from "#platform/process/memory.ts";
import { addSpent, currentRequester } from "#platform/requester.ts";
import { lastOfBusiest } from "./last-of-busiest.ts";

export interface LaneLimits {
  ofEach: number;
  inAll: number;
  /** The maximum number of jobs that may wait in one lane. */
  maxWaiting: number;
  refusal?: () => AppError;
}

interface Job {
  lane: string;
  sharers: readonly string[];
  turn: PromiseWithResolvers<void>;
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
  const running = new Set<Job>();
  /** In the order in which the jobs arrived. */
  const waiting = new Set<Job>();
  const turns = createTurns();

  const isOpen = ({ lane }: Job) => [...running].filter((job) => job.lane === lane).length < ofEach;

  function startNext(): void {
    while (running.size < inAll) {
      const next = turns.next([...waiting].filter(isOpen));
      if (next === undefined) return;
      waiting.delete(next);
      running.add(next);
      turns.note(next);
      next.turn.resolve();
    }
  }

  function dropExcess(lane: string): void {
    const inLane = [...waiting].filter((job) => job.lane === lane);
    if (inLane.length <= maxWaiting) return;
    const dropped = lastOfBusiest(inLane, ({ sharers }) => sharers, turns.ofSharers);
    if (dropped === undefined) return;
    waiting.delete(dropped);
    dropped.turn.reject(refusal());
  }

  return {
    /**
     * Runs the job when its lane has room; 503 if too many are waiting. `sharers` take turns within the lane; by
     * default, the only sharer is the current request's caller. A job with an empty list of sharers goes first. The
     * turn ends with the job, or earlier with a call to `release`.
     */
    async run<T>(
      lane: string,
      work: (release: () => void) => Promise<T>,
      sharers: readonly string[] = [currentRequester()?.caller ?? ""],
    ): Promise<T> {
      const job = { lane, sharers: sharers.map((sharer) => `${lane} ${sharer}`), turn: Promise.withResolvers<void>() };
      const sinceMs = performance.now();
      waiting.add(job);
      startNext();
      dropExcess(lane);
      await job.turn.promise.finally(() => addSpent(currentRequester(), { waitedMs: performance.now() - sinceMs }));
      const release = () => {
        if (running.delete(job)) startNext();
      };
      try {
        return await work(release);
      } finally {
        release();
      }
    },
  };
}

/** Numbers turns, and remembers the last one of each lane and sharer. */
function createTurns() {
  const last = new Map<string, number>();
  let count = 0;

  const of = (name: string) => last.get(name) ?? 0;
  /** Jobs without sharers come before all others. */
  const ofSharers = ({ sharers }: Job) =>
    sharers.length === 0 ? -1 : sharers.reduce((sum, sharer) => sum + of(sharer), 0);
  const isEarlier = (one: Job, other: Job) =>
    one.lane === other.lane ? ofSharers(one) < ofSharers(other) : of(one.lane) < of(other.lane);

  return {
    ofSharers,
    /** Returns the first job of the least recently served lane and, within it, sharer. */
    next: (jobs: readonly Job[]): Job | undefined =>
      jobs.reduce<Job | undefined>(
        (first, job) => (first === undefined || isEarlier(job, first) ? job : first),
        undefined,
      ),
    note({ lane, sharers }: Job) {
      count++;
      for (const name of [lane, ...sharers]) {
        last.delete(name);
        last.set(name, count);
      }
      for (const oldest of last.keys()) {
        if (last.size <= cachedItems) return;
        last.delete(oldest);
      }
    },
  };
}

export function tooManyWaiting(): AppError {
  const message = "Too many requests like this are waiting. Nothing was changed; try again.";
  return new AppError("unavailable", message, { headers: { "retry-after": "1" } });
}
