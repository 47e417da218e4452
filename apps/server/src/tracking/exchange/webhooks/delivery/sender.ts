import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { type PendingLimits, defaultPending } from "#tracking/exchange/webhooks/pending-limits.ts";
import { splitEntitled } from "#tracking/exchange/webhooks/registrar.ts";
import { type AttemptDeps, createAttempts, type Waiting } from "./attempts.ts";
import { catchUp } from "./behind.ts";
import { claimDue, keyOf, listDueEndpoints, listWebhooksOf } from "./claims.ts";
import { createEndpoints } from "./endpoints.ts";
import { fanOut } from "./fan-out.ts";
import { watchHealth } from "./health.ts";
import { startHeartbeat } from "./heartbeat.ts";
import {
  blockSize,
  defaultSlots,
  defaultTimings,
  memoryMs,
  roundOfEach,
  type SenderTimings,
  type SlotLimits,
  strangerMs,
  yielding,
} from "./limits.ts";
import { createPressure, measureTurns, type Turns } from "./pressure.ts";
import { createResultWriter } from "./results.ts";

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

export type Sender = ReturnType<typeof startSender>;

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
 * The cast: a round claims deliveries. `fanOut` turns queued changes into deliveries and claims some at once, `claimDue`
 * claims deliveries that are due, `catchUp` creates those of endpoints that have fallen behind. `endpoints` knows what
 * this node has claimed for each endpoint and how much more it has room for. `attempts` makes the attempts, `writer`
 * writes their results in batches, `health` disables endpoints that only fail. `heartbeat` tracks which nodes are alive,
 * `pressure` whether requests need the machine.
 *
 * The states of a claim: it waits for its endpoint → is under way → is unwritten → is settled. If it waits too long it
 * is released, and if its node dies another node takes it over under the next number.
 *
 * The modes of the node, of which the first that applies decides when the next round begins:
 * - stopping: never. Waiting claims are released, and attempts have `graceMs` to end; closing the egress interrupts the
 *   others, which other nodes can claim at once.
 * - silent: once a heartbeat is recorded. Until then other nodes take over its claims, so it begins no attempts.
 * - clogged: once results are written, because their leases could expire.
 * - full: once fewer claims wait. Changes that stay in the queue are claimed when they become deliveries, which costs the
 *   database least.
 * - yielding: after a pause, because requests commit so often.
 * - ready: at once after a commit, and when an endpoint is hungry: half of its room is free and it has more due.
 */
export function startSender(deps: SenderDeps) {
  const { jobs, db, egress, scheduleMs, now, onError, pending = defaultPending } = deps;
  const { pollMs, beatMs, silentMs, leaseMs, leaseLeftMs, graceMs } = { ...defaultTimings, ...deps.timings };
  const lease = { nodeId: randomUUID(), leaseMs };
  const firstWaitMs = scheduleMs[0] ?? 0;
  const turns = deps.turns ?? measureTurns();
  const pressure = createPressure({ servedRequests: deps.servedRequests, longestTurnMs: turns.longestMs });
  const endpoints = createEndpoints<Waiting>(deps.limits ?? defaultSlots, pressure.ease);
  const writer = createResultWriter(db, { ...lease, onError });
  const health = watchHealth({ db, now, onError, resultsWritten: writer.flush });
  const heartbeat = startHeartbeat({ jobs, db, ...lease, beatMs, silentMs, onGone: pollSoon });
  const attempts = createAttempts(deps, {
    lease,
    endpoints,
    writer,
    health,
    // The attempt must end and be recorded within the lease.
    mayBegin: (claimedAt) =>
      !isStopping && heartbeat.isFresh() && performance.now() - claimedAt <= leaseMs - leaseLeftMs,
    onRoom: () => note("room"),
  });
  /** When organizations last had events, by their ids. */
  const listening = new Map<string, number>();
  let noted = new Set<"changes" | "due" | "room">();
  let polledAt = 0;
  let strangers: NodeJS.Timeout | undefined;
  let isStopping = false;

  function modeNow(): "stopping" | "silent" | "clogged" | "full" | "yielding" | "ready" {
    if (isStopping) return "stopping";
    if (!heartbeat.isFresh()) return "silent";
    if (writer.size() > 2 * blockSize) return "clogged";
    if (endpoints.waiting() > blockSize) return "full";
    return pressure.isHigh() ? "yielding" : "ready";
  }

  function note(work: "changes" | "due" | "room"): void {
    noted.add(work);
    rounds.wake();
  }

  function pollSoon(): void {
    note("changes");
    note("due");
  }

  async function round(signal: AbortSignal): Promise<void> {
    let mode = modeNow();
    for (; mode === "silent" || mode === "clogged" || mode === "full"; mode = modeNow()) {
      if (signal.aborted) return;
      await pause(mode === "full" ? 2 : 20);
    }
    if (mode === "yielding") await pause(yielding.pauseMs);
    if (modeNow() === "stopping" || signal.aborted) return;
    // Polls if nothing was noted, and at least once per interval even if other work filled every round.
    if (noted.size === 0 || performance.now() - polledAt >= pollMs) {
      polledAt = performance.now();
      noted.add("changes").add("due");
    }
    const work = noted;
    noted = new Set();
    if (work.has("changes")) await takeChanges(mode === "yielding");
    if (work.has("due")) {
      for (const webhook of await listDueEndpoints(db, heartbeat.gone(), blockSize)) endpoints.noteMore(webhook);
      catchingUp.wake();
    }
    await claimMore();
    attempts.serveAll();
  }

  async function takeChanges(isYielding: boolean): Promise<void> {
    const claimedAt = performance.now();
    const changesOfEach = isYielding ? roundOfEach.changesUnderPressure : roundOfEach.changes;
    const fanned = await fanOut(db, { ...lease, firstWaitMs, changesOfEach, share: endpoints.share, pending });
    for (const webhook of fanned.waiting) endpoints.noteMore(webhook);
    for (const webhook of fanned.unentitled) health.revoke(webhook);
    for (const { org_id: orgId } of fanned.webhooks) listening.set(orgId, claimedAt);
    // The queue may contain more.
    if (fanned.taken > 0) note("changes");
    await attempts.add(fanned.claims, fanned.webhooks, claimedAt);
  }

  async function claimMore(): Promise<void> {
    const asked = endpoints.takeHungry(blockSize);
    if (asked.length === 0) return;
    const claimedAt = performance.now();
    const claims = await claimDue(db, asked, lease, heartbeat.gone());
    const byEndpoint = Map.groupBy(claims, ({ org_id, webhook_id: id }) => keyOf({ org_id, id }));
    const claimed = asked.filter((webhook) => byEndpoint.has(keyOf(webhook)));
    if (claimed.length > 0) {
      const { entitled, others } = splitEntitled(await listWebhooksOf(db, claimed));
      for (const webhook of others) health.revoke(webhook);
      await attempts.add(claims, entitled, claimedAt);
    }
    for (const { org_id, id, most } of claimed)
      if ((byEndpoint.get(keyOf({ org_id, id }))?.length ?? 0) >= most) endpoints.noteMore({ org_id, id });
  }

  const rounds = jobs.start({ name: "deliveries", everyMs: pollMs, timeoutMs: 60_000, run: round });
  // Runs separately from the rounds, so that catching up doesn't delay other organizations' events.
  const catchingUp = jobs.start({
    name: "catch-up",
    timeoutMs: 600_000,
    async run(signal) {
      for (const webhook of await catchUp(db, now(), pending, signal)) endpoints.noteMore(webhook);
      note("room");
    },
  });
  const judging = setInterval(() => {
    pressure.judge();
    void attempts.releaseLate();
  }, yielding.judgedEveryMs);
  rounds.wake();

  return {
    /** Reports a commit of the organization. Returns at once. */
    wake(orgId: string): void {
      pressure.noteCommit();
      // Creates cost next to nothing if nobody listens.
      if (performance.now() - (listening.get(orgId) ?? Number.NEGATIVE_INFINITY) < memoryMs) note("changes");
      else
        strangers ??= setTimeout(() => {
          strangers = undefined;
          note("changes");
        }, strangerMs);
    },
    /** Reports that another node has left work behind. */
    wakeAll: pollSoon,
    underWay: endpoints.underWay,
    /** Finishes attempts that end soon, and releases the others, so that other nodes can claim them at once. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(strangers);
      clearInterval(judging);
      await Promise.all([rounds.stop(), catchingUp.stop()]);
      await attempts.releaseLate("all");
      for (const deadline = performance.now() + graceMs; endpoints.underWay() > 0 && performance.now() < deadline;)
        await pause(20);
      const isLeft = endpoints.underWay() > 0;
      await egress.close();
      while (endpoints.underWay() > 0) await pause(5);
      await writer.flush();
      await health.settle();
      turns.stop();
      await heartbeat.stop();
      if (isLeft) await db.query(sql`select pg_notify(${eventsChannel}, '')`).catch(onError);
    },
  };
}
