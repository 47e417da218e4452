import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { splitEntitled } from "#tracking/webhooks/registrar.ts";
import { type AttemptDeps, createAttempts } from "./attempts.ts";
import { catchUp } from "./catch-up.ts";
import { watchHealth } from "./endpoint-health.ts";
import { fanOut } from "./fan-out.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { type PendingLimits, usualPendingLimits } from "./pending-limits.ts";
import { watchPressure } from "./pressure.ts";
import { claimDue, listWebhooksOf } from "./queries.ts";
import { createResultWriter } from "./result-writer.ts";
import { createSlots, keyOf, type SlotLimits } from "./slots.ts";
import { createWake } from "./wake.ts";

export interface SenderDeps extends AttemptDeps {
  limits?: SlotLimits;
  pending?: PendingLimits;
  timings?: Partial<SenderTimings>;
}

export interface SenderTimings {
  /** The polling interval, which bounds the delay when nothing wakes the sender. */
  pollMs: number;
  /** The heartbeat interval, and the silence after which other nodes take over this node's attempts. */
  beatMs: number;
  silentMs: number;
  /** An attempt older than this is taken over, even if its node is alive. */
  leaseMs: number;
  /** An attempt starts only if more of the lease than this is left: it must end and be recorded within the lease. */
  leaseLeftMs: number;
  /** The grace period for attempts under way when the node stops. */
  graceMs: number;
}

export interface Sender {
  /** Notes that something was committed for the organization. Returns at once. */
  wake(orgId: string): void;
  /** Notes that another node left work behind. */
  wakeAll(): void;
  underWay(): number;
  /** Finishes attempts that end soon and hands back the rest, for other nodes to take at once. */
  stop(): Promise<void>;
}

type State = "running" | "draining" | "interrupting" | "stopped";

/**
 * Settings of the sender's sessions. Its tables grow from empty to millions of rows within minutes; statements planned
 * on empty tables would keep scanning them sequentially. Every query of the sender has an index.
 */
export const senderSettings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
};

/** The notification channel on which nodes announce work that they left behind. */
export const eventsChannel = "events";

const usualLimits = { most: 2_000, perWebhook: 8, perFailingWebhook: 2, perOrganization: 400, waitingPerWebhook: 100 };
const usualTimings = {
  pollMs: 1_000,
  beatMs: 1_500,
  silentMs: 6_000,
  leaseMs: 50_000,
  leaseLeftMs: 20_000,
  graceMs: 3_000,
};
const mostUnwritten = 2_000;
const mostWaiting = 1_000;
// Under pressure, a round starts this much later and takes fewer changes.
const yieldMs = 100;
const someChanges = 50;
const fewChanges = 5;

/**
 * Sends the deliveries of every organization from this node; any number of nodes may do so concurrently.
 *
 * The cast: `wake` decides when to look, and for which work. `fanOut` turns queued changes into deliveries, `catchUp`
 * does so for endpoints that have fallen behind, `claimDue` claims due deliveries under a lease. `slots` limits the
 * attempts under way and the claims that wait for them, `pressure` detects when requests need the machine, `heartbeat`
 * tracks which nodes are alive. `attempts` posts claimed deliveries, `writer` writes the results in batches, `health`
 * disables endpoints that only fail.
 *
 * The flow of a round: wait for wake → fan out the queue → claim due deliveries → attempts, which outlive the round.
 *
 * The states:
 * - running: rounds follow each other, and the deliveries that they claim are sent.
 * - draining: `stop` was called. No further round begins and no further batch is sent: its claims are handed back.
 *   Attempts under way have `graceMs` to end.
 * - interrupting: the egress is closed, which ends the remaining attempts. They count as interrupted and are due at once,
 *   for other nodes.
 * - stopped: every result is written, and no connection is in use.
 */
export function startSender(deps: SenderDeps): Sender {
  const { db, egress, scheduleMs, now, onError } = deps;
  const { pollMs, beatMs, silentMs, leaseMs, leaseLeftMs, graceMs } = { ...usualTimings, ...deps.timings };
  const lease = { nodeId: randomUUID(), leaseMs };
  const slots = createSlots(deps.limits ?? usualLimits);
  const wake = createWake(pollMs);
  const heartbeat = startHeartbeat({ db, ...lease, beatMs, silentMs, onGone: wake.everything, onError });
  const pressure = watchPressure();
  const writer = createResultWriter(db, { ...lease, onError });
  const health = watchHealth({ db, now, onError, resultsWritten: writer.flush });
  const firstWaitMs = scheduleMs[0] ?? 0;
  const pending = deps.pending ?? usualPendingLimits;
  let catchingUp: Promise<void> | undefined;
  let state: State = "running";
  const isRunning = () => state === "running";
  const attempts = createAttempts(deps, {
    lease,
    leaseLeftMs,
    slots,
    wake,
    heartbeat,
    writer,
    health,
    mayBegin: isRunning,
  });

  async function run(): Promise<void> {
    while (isRunning()) {
      try {
        await round();
        await wake.next();
      } catch (error) {
        onError(error);
        await pause(pollMs);
      }
    }
  }

  async function round(): Promise<void> {
    // Unwritten results would outlive their leases, and other nodes take over the claims of a silent node.
    while ((writer.size() > mostUnwritten || !heartbeat.isFresh()) && isRunning()) await pause(20);
    // Changes that stay in the queue can be claimed as they become deliveries, which costs the database least.
    while (slots.waiting() > mostWaiting && isRunning()) await pause(2);
    if (pressure.isHigh() && isRunning()) await pause(yieldMs);
    const { isQueueDirty, isAnythingDue } = wake.take();
    if (isQueueDirty) await makeDeliveries();
    // Runs beside the rounds, so that it delays no other organization's events.
    if (isAnythingDue) catchingUp ??= feedBehind().finally(() => (catchingUp = undefined));
    const only = isAnythingDue ? "all" : slots.takeReady();
    if (only === "all" || only.length > 0) await claim(only);
  }

  async function feedBehind(): Promise<void> {
    const fed = await catchUp(db, now(), pending).catch((error: unknown) => {
      onError(error);
      return [];
    });
    for (const webhook of fed) slots.noteMore(webhook);
    if (fed.length > 0) wake.room();
  }

  async function makeDeliveries(): Promise<void> {
    const claimedAt = performance.now();
    const changesOfEach = pressure.isHigh() ? fewChanges : someChanges;
    const { taken, claims, webhooks, unentitled, waiting, restarted } = await fanOut(db, {
      ...lease,
      firstWaitMs,
      freeOf: slots.freeOf,
      freeOfOrganization: slots.freeOfOrganization,
      freeInLine: slots.freeInLine,
      changesOfEach,
      pending,
    });
    for (const webhook of waiting) slots.noteMore(webhook);
    if (taken > 0) wake.queue(webhooks.map(({ org_id }) => org_id));
    if (restarted.length > 0) wake.everything();
    for (const webhook of unentitled) health.revoke(webhook);
    attempts.send(claims, webhooks, claimedAt);
  }

  async function claim(only: Parameters<typeof slots.limitsFor>[0]): Promise<void> {
    const claimedAt = performance.now();
    const limits = slots.limitsFor(only);
    const claims = await claimDue(db, limits, lease, heartbeat.gone());
    if (claims.length > 0) {
      const { entitled, others } = splitEntitled(await listWebhooksOf(db, claims));
      for (const webhook of others) health.revoke(webhook);
      attempts.send(claims, entitled, claimedAt);
    }
    const byWebhook = Map.groupBy(claims, ({ org_id, webhook_id: id }) => keyOf({ org_id, id }));
    slots.noteExhausted(limits, new Map([...byWebhook].map(([key, { length }]) => [key, length])));
  }

  const running = run();
  return {
    wake(orgId) {
      pressure.noteCommit();
      wake.committed(orgId);
    },
    wakeAll: wake.everything,
    underWay: slots.underWay,
    async stop() {
      state = "draining";
      wake.everything();
      await running;
      await catchingUp;
      await attempts.begun();
      for (const deadline = performance.now() + graceMs; slots.underWay() > 0 && performance.now() < deadline;)
        await pause(20);
      const isLeft = slots.underWay() > 0;
      state = "interrupting";
      await egress.close();
      while (slots.underWay() > 0) await pause(5);
      await writer.flush();
      await health.settle();
      wake.stop();
      await heartbeat.stop();
      if (isLeft) await db.query(sql`select pg_notify(${eventsChannel}, '')`).catch(onError);
      state = "stopped";
    },
  };
}
