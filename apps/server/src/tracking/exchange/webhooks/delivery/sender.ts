import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { type PendingLimits, defaultPending } from "#tracking/exchange/webhooks/pending-limits.ts";
import { createAttempts } from "./attempts.ts";
import { catchUp } from "./behind.ts";
import { watchHealth } from "./endpoint-health.ts";
import { startHeartbeat } from "./heartbeat.ts";
import {
  createPressure,
  measureTurns,
  type SenderTimings,
  type SlotLimits,
  type Turns,
  defaultSlots,
  defaultTimings,
  yielding,
} from "./limits.ts";
import { startQueue } from "./queue.ts";
import { createResultWriter } from "./results.ts";
import { createRounds } from "./rounds.ts";
import { createSlots } from "./slots.ts";
import type { AttemptDeps, Item } from "./start-attempt.ts";

export interface SenderDeps extends AttemptDeps {
  jobs: JobRunner;
  limits?: SlotLimits;
  pending?: PendingLimits;
  timings?: Partial<SenderTimings>;
  /** Returns the number of requests that this process has answered. */
  servedRequests: () => number;
  /** Measures the turns of this process's event loop. */
  turns?: Turns;
}

export interface Sender {
  /** Reports a commit of the organization. Returns at once. */
  wake(orgId: string): void;
  /** Reports that another node has left work behind. */
  wakeAll(): void;
  underWay(): number;
  /** Finishes attempts that end soon, and releases the others, so that other nodes can claim them at once. */
  stop(): Promise<void>;
}

/**
 * The settings of the sender's database sessions. Every query of the sender has an index. The settings force its use,
 * because the tables grow from empty to millions of rows within minutes, and plans made for empty tables would keep
 * scanning them sequentially.
 */
export const senderSettings = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
};

/** The notification channel on which nodes announce work that they left behind. */
export const eventsChannel = "events";

/**
 * Sends the deliveries of every organization from this node; several nodes may do so concurrently.
 *
 * The cast: `queue` decides when a round looks for work, and for which kinds. `fanOut` turns queued changes into
 * deliveries, `catchUp` does so for endpoints that have fallen behind, `claimDue` claims due deliveries under a lease.
 * `slots` limits the attempts in progress, and keeps the claims that wait for a slot in the lines of their endpoints.
 * `pressure` detects when requests need the machine, `heartbeat` tracks which nodes are alive. `attempts` posts claimed
 * deliveries, `writer` writes the results in batches, `health` disables endpoints that only fail.
 *
 * The flow of a round: fan out the queue → claim due deliveries → attempts, which outlive the round.
 *
 * The end: the queue drains, and unsent claims are released. Attempts in progress have `graceMs` to end. Closing the
 * egress interrupts the others, which other nodes can then claim at once. Finally every result is written, and no
 * connection is in use.
 */
export function startSender(deps: SenderDeps): Sender {
  const { jobs, db, egress, scheduleMs, now, onError } = deps;
  const { pollMs, beatMs, silentMs, leaseMs, leaseLeftMs, graceMs } = { ...defaultTimings, ...deps.timings };
  const lease = { nodeId: randomUUID(), leaseMs };
  const turns = deps.turns ?? measureTurns();
  const pressure = createPressure({ servedRequests: deps.servedRequests, longestTurnMs: turns.longestMs });
  const judging = setInterval(pressure.judge, yielding.judgedEveryMs);
  const slots = createSlots<Item>(deps.limits ?? defaultSlots, pressure.ease);
  const writer = createResultWriter(db, { ...lease, onError });
  const health = watchHealth({ db, now, onError, resultsWritten: writer.flush });
  const pending = deps.pending ?? defaultPending;
  const pollAll = () => queue.note("changes", "due");
  const heartbeat = startHeartbeat({ jobs, db, ...lease, beatMs, silentMs, onGone: pollAll });
  const attempts = createAttempts(deps, {
    lease,
    slots,
    heartbeat,
    writer,
    health,
    leaseLeftMs,
    onRoom: () => queue.note("room"),
  });

  async function feedBehind(signal: AbortSignal): Promise<void> {
    const fed = await catchUp(db, now(), pending, signal);
    for (const webhook of fed) slots.noteMore(webhook);
    if (fed.length > 0) queue.note("room");
  }

  // Runs separately from the rounds, so that catching up doesn't delay other organizations' events.
  const catchingUp = jobs.start({ name: "catch-up", timeoutMs: 600_000, run: feedBehind });
  const rounds = createRounds({
    db,
    lease,
    firstWaitMs: scheduleMs[0] ?? 0,
    pending,
    slots,
    pressure,
    heartbeat,
    attempts,
    writer,
    health,
    onChanges: (orgIds) => queue.noteListening(orgIds),
    onRestarted: pollAll,
    onPoll: catchingUp.wake,
  });
  const queue = startQueue({ jobs, pollMs, ...rounds });
  return {
    wake(orgId) {
      pressure.noteCommit();
      queue.noteCommit(orgId);
    },
    wakeAll: pollAll,
    underWay: slots.underWay,
    async stop() {
      attempts.drain();
      await Promise.all([queue.stop(), catchingUp.stop()]);
      await attempts.begun();
      for (const deadline = performance.now() + graceMs; slots.underWay() > 0 && performance.now() < deadline;)
        await pause(20);
      const isLeft = slots.underWay() > 0;
      await egress.close();
      while (slots.underWay() > 0) await pause(5);
      await writer.flush();
      await health.settle();
      clearInterval(judging);
      turns.stop();
      await heartbeat.stop();
      if (isLeft) await db.query(sql`select pg_notify(${eventsChannel}, '')`).catch(onError);
    },
  };
}
