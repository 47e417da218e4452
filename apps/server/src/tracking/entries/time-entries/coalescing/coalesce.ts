import { tooManyWaiting } from "#platform/concurrency/lanes.ts";
import { maxWaitMs } from "#platform/concurrency/fair-gate/gate-queue.ts";
import { nextTurn, runJob } from "#platform/process/loop-turns.ts";
import { addSpent, currentRequester, type Requester, runFor } from "#platform/requester.ts";
import { inSharedSpan } from "#platform/spans.ts";

/** A write that a request waits for. */
export interface Waiting<Write, Result> {
  readonly write: Write;
  readonly requester: Requester | undefined;
  /** When the write was queued. */
  readonly sinceMs: number;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface CoalescingOptions<Write, Result> {
  /** The name of the job, in /metrics and in the span that the requests share. */
  name: string;
  /** Returns the waiting writes that the queue's next batch should contain. */
  choose: (waiting: readonly Waiting<Write, Result>[]) => Waiting<Write, Result>[];
  /** Settles the writes of a batch. Resolves when the queue's next batch may begin; must not reject. */
  writeBatch: (batch: Waiting<Write, Result>[], key: string) => Promise<void>;
}

interface Queue<Write, Result> {
  waiting: Waiting<Write, Result>[];
  /** The number of batches in progress. */
  running: number;
}

export const maxTogether = 64;
const maxRunning = 2;
const maxPending = { ofEach: 500, inAll: 5_000 };

/**
 * Collects concurrent writes, so that a batch of them can share one statement or transaction, and therefore one commit.
 * A lone write never waits, and at most two batches of a queue are in progress. 503 if too many writes are pending, or
 * if a write waits for too long.
 */
export function createCoalescing<Write, Result>(options: CoalescingOptions<Write, Result>) {
  const { name, choose, writeBatch } = options;
  const queues = new Map<string, Queue<Write, Result>>();
  /** The owners of all unsettled writes. */
  const pending: string[] = [];

  /** Begins the queue's next batch, if it may. Called again when writes that `choose` left out may begin. */
  function wake(key: string): void {
    const queue = queues.get(key);
    if (queue !== undefined && queue.running < maxRunning) void runJob(name, () => run(key, queue));
  }

  async function run(key: string, queue: Queue<Write, Result>): Promise<void> {
    queue.running++;
    await nextTurn();
    for (let batch = choose(queue.waiting); batch.length > 0; batch = choose(queue.waiting)) {
      const taken = new Set(batch);
      queue.waiting = queue.waiting.filter((one) => !taken.has(one));
      await writeBatch(batch, key);
    }
    queue.running--;
    if (queue.running + queue.waiting.length === 0) queues.delete(key);
  }

  return {
    wake,
    /** Adds a write to a queue. The limit on pending writes applies to each owner. */
    async add(key: string, owner: string, write: Write): Promise<Result> {
      const ofOwner = pending.filter((one) => one === owner).length;
      if (ofOwner >= maxPending.ofEach || pending.length >= maxPending.inAll) throw tooManyWaiting();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const queue = queues.get(key) ?? { waiting: [], running: 0 };
      queues.set(key, queue);
      const waiting = { write, requester: currentRequester(), sinceMs: performance.now(), resolve, reject };
      queue.waiting.push(waiting);
      pending.push(owner);
      const timer = setTimeout(() => {
        if (!queue.waiting.includes(waiting)) return;
        queue.waiting = queue.waiting.filter((one) => one !== waiting);
        reject(tooManyWaiting());
      }, maxWaitMs);
      wake(key);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        pending.splice(pending.indexOf(owner), 1);
      }
    },
  };
}

/**
 * Runs work that several requests share, in a span that they share. `sharer` is charged for it at the gate, and each
 * request for its wait and for all of the work's database time.
 */
export async function runShared<T>(
  name: string,
  requests: readonly Pick<Waiting<unknown, never>, "requester" | "sinceMs">[],
  sharer: Pick<Requester, "tenant" | "caller" | "member" | "servedTenants">,
  work: () => Promise<T>,
): Promise<T> {
  const spent = { databaseMs: 0, waitedMs: 0 };
  const begunMs = performance.now();
  const spans = requests.flatMap(({ requester }) => requester?.span ?? []);
  const shared: Requester = { ...sharer, isReading: false, hasLeft: () => false, spent };
  try {
    return await runFor(shared, () => inSharedSpan(name, spans, work));
  } finally {
    for (const { requester, sinceMs } of requests)
      addSpent(requester, { databaseMs: spent.databaseMs, waitedMs: begunMs - sinceMs + spent.waitedMs });
  }
}
