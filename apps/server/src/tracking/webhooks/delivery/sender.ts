import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { Egress, PostResult } from "#platform/egress/post.ts";
import type { WebhookRow } from "#tracking/webhooks/queries.ts";
import { splitEntitled } from "#tracking/webhooks/registrar.ts";
import { catchUp } from "./catch-up.ts";
import { decideOutcome, type Outcome } from "./decide-outcome.ts";
import { watchHealth } from "./endpoint-health.ts";
import { fanOut } from "./fan-out.ts";
import { createEventReader, type EventToSend, requestHeaders } from "./make-request.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { type PendingLimits, usualPendingLimits } from "./pending-limits.ts";
import { watchPressure } from "./pressure.ts";
import { type Claim, claimDue, listWebhooksOf, releaseClaims } from "./queries.ts";
import { createResultWriter } from "./result-writer.ts";
import { createSlots, keyOf, type SlotLimits } from "./slots.ts";
import { createWake } from "./wake.ts";

export interface SenderDeps {
  db: DatabasePool;
  secretKey: Buffer;
  /** Closed by `stop`. */
  egress: Egress;
  scheduleMs: readonly number[];
  userAgent: string;
  now: () => Date;
  onError: (error: unknown) => void;
  meters?: SenderMeters;
  limits?: SlotLimits;
  pending?: PendingLimits;
  timings?: Partial<SenderTimings>;
}

export interface SenderMeters {
  countAttempt: (result: Outcome["kind"]) => void;
  /** Seconds from the event to its first attempt. */
  observeDelay: (seconds: number) => void;
}

export interface SenderTimings {
  /** Where nothing wakes the sender, what is due is found this often. */
  pollMs: number;
  /** How often the node shows that it is alive, and after how long without that its attempts are taken over. */
  beatMs: number;
  silentMs: number;
  /** An attempt is taken over when this has passed, whatever its node does. */
  leaseMs: number;
  /** An attempt is not begun when less of the lease than this is left: it must end, and be written down, within. */
  leaseLeftMs: number;
  /** How long attempts under way may go on when the node stops. */
  graceMs: number;
}

export interface Sender {
  /** Tells that something was committed for the organization. Returns at once. */
  wake(orgId: string): void;
  /** Tells that another node left work behind. */
  wakeAll(): void;
  underWay(): number;
  /** Finishes what is nearly done and hands back the rest, for other nodes to take at once. */
  stop(): Promise<void>;
}

/**
 * Settings of the sender's sessions. Its tables go from empty to millions of rows within minutes, and statements that were
 * planned when they were empty read all of them ever after; every row it wants has an index.
 */
export const senderSettings = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
};

/** On which nodes tell each other that they left work behind. */
export const eventsChannel = "events";

const usualLimits = { most: 2_000, perWebhook: 8, perFailingWebhook: 2, perOrganization: 400 };
const usualTimings = {
  pollMs: 1_000,
  beatMs: 1_500,
  silentMs: 6_000,
  leaseMs: 50_000,
  leaseLeftMs: 20_000,
  graceMs: 3_000,
};
const mostUnwritten = 2_000;
// While requests need the machine, a round comes this much later and takes fewer changes.
const yieldMs = 100;
const withheld: PostResult = {
  status: null,
  error: "not sent: the endpoint is no longer registered for this event",
  responseBody: "",
  durationMs: 0,
  isInterrupted: false,
};
const statusAfter = {
  delivered: "delivered",
  failed: "failed",
  gone: "failed",
  withheld: "failed",
  retry: "pending",
  interrupted: "pending",
} as const;
const attemptsInRow = 20;
const someChanges = 50;
const fewChanges = 5;

/** Sends the deliveries of every organization from this node; any number of nodes do it side by side. */
export function startSender(deps: SenderDeps): Sender {
  const { db, egress, scheduleMs, now, onError, meters } = deps;
  const { pollMs, beatMs, silentMs, leaseMs, leaseLeftMs, graceMs } = { ...usualTimings, ...deps.timings };
  const lease = { nodeId: randomUUID(), leaseMs };
  const slots = createSlots(deps.limits ?? usualLimits);
  const wake = createWake(pollMs);
  const heartbeat = startHeartbeat({ db, ...lease, beatMs, silentMs, onGone: wake.everything, onError });
  const pressure = watchPressure();
  const reader = createEventReader(db);
  const writer = createResultWriter(db, { ...lease, onError });
  const health = watchHealth({ db, now, onError, resultsWritten: writer.flush });
  const batches = new Set<Promise<void>>();
  const firstWaitMs = scheduleMs[0] ?? 0;
  const pending = deps.pending ?? usualPendingLimits;
  let catchingUp: Promise<void> | undefined;
  let isStopping = false;

  async function run(): Promise<void> {
    while (!isStopping) {
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
    // Results that pile up would outlive their leases, and the others take over the claims of a silent node.
    while ((writer.size() > mostUnwritten || !heartbeat.isFresh()) && !isStopping) await pause(20);
    if (pressure.isHigh() && !isStopping) await pause(yieldMs);
    const { isQueueDirty, isAnythingDue } = wake.take();
    if (isQueueDirty) await makeDeliveries();
    // Beside the rounds, which others' events wait for.
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
      changesOfEach,
      pending,
    });
    for (const webhook of waiting) slots.noteMore(webhook);
    if (taken > 0) wake.queue(webhooks.map(({ org_id }) => org_id));
    if (restarted.length > 0) wake.everything();
    for (const webhook of unentitled) health.revoke(webhook);
    send(claims, webhooks, claimedAt);
  }

  async function claim(only: Parameters<typeof slots.limitsFor>[0]): Promise<void> {
    const claimedAt = performance.now();
    const limits = slots.limitsFor(only);
    const claims = await claimDue(db, limits, lease, heartbeat.gone());
    if (claims.length > 0) {
      const { entitled, others } = splitEntitled(await listWebhooksOf(db, claims));
      for (const webhook of others) health.revoke(webhook);
      send(claims, entitled, claimedAt);
    }
    const byWebhook = Map.groupBy(claims, ({ org_id, webhook_id: id }) => keyOf({ org_id, id }));
    slots.noteExhausted(limits, new Map([...byWebhook].map(([key, { length }]) => [key, length])));
  }

  function send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void {
    if (claims.length === 0) return;
    const byKey = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
    const items = claims.flatMap((claimed) => {
      const webhook = byKey.get(keyOf({ org_id: claimed.org_id, id: claimed.webhook_id }));
      // Without it the endpoint was deleted meanwhile, and its deliveries too; or it may be told of nothing any more,
      // which cancels them.
      return webhook === undefined ? [] : [{ claim: claimed, webhook }];
    });
    for (const { webhook } of items) slots.take(webhook);
    const batch: Promise<void> = sendBatch(items, claimedAt)
      .catch(onError)
      .finally(() => batches.delete(batch));
    batches.add(batch);
  }

  async function sendBatch(items: { claim: Claim; webhook: WebhookRow }[], claimedAt: number): Promise<void> {
    const claims = items.map((item) => item.claim);
    const webhookOf = new Map(items.map((item) => [item.claim, item.webhook]));
    const giveBack = async () => {
      for (const { webhook } of items) slots.give(webhook);
      await releaseClaims(db, lease.nodeId, claims);
    };
    let events: EventToSend[];
    try {
      events = await reader.read(claims, (claimed) => webhookOf.get(claimed) as WebhookRow);
    } catch (error) {
      await giveBack().catch(onError);
      throw error;
    }
    // After so long a pause another node may have the claim before the reply is there.
    const isSafe = heartbeat.isFresh() && performance.now() - claimedAt <= leaseMs - leaseLeftMs;
    if (isStopping || !isSafe) return giveBack();
    for (const [at, { claim: claimed, webhook }] of items.entries()) {
      void attempt(claimed, webhook, events[at] ?? { body: undefined, isWanted: true, at: undefined });
      // Hundreds at once would keep every other request of this node waiting.
      if (at % attemptsInRow === attemptsInRow - 1) await nextTurn();
    }
  }

  async function attempt(claimed: Claim, webhook: WebhookRow, event: EventToSend): Promise<void> {
    const at = now();
    if (claimed.attempts === 1 && event.at !== undefined)
      meters?.observeDelay(Math.max(0, at.getTime() - Date.parse(event.at)) / 1000);
    settle(claimed, webhook, at, event.isWanted ? await post(claimed, webhook, event.body, at) : withheld);
    if (slots.give(webhook)) wake.room();
  }

  async function post(claimed: Claim, webhook: WebhookRow, body: Buffer | undefined, at: Date): Promise<PostResult> {
    try {
      if (body === undefined) throw new Error("the event is no longer kept");
      const headers = requestHeaders(webhook, claimed, body, { ...deps, at });
      return await egress.post(new URL(webhook.url), headers, body);
    } catch (error) {
      onError(error);
      return { status: null, error: (error as Error).message, responseBody: "", durationMs: 0, isInterrupted: false };
    }
  }

  function outcomeOf(claimed: Claim, result: PostResult): Outcome {
    if (result === withheld) return { kind: "withheld" };
    if (result.isInterrupted) return { kind: "interrupted" };
    return decideOutcome(result, claimed.schedule_step, scheduleMs, Math.random());
  }

  function settle(claimed: Claim, webhook: WebhookRow, at: Date, result: PostResult): void {
    const outcome = outcomeOf(claimed, result);
    const { kind } = outcome;
    meters?.countAttempt(kind);
    writer.add({
      org_id: claimed.org_id,
      id: claimed.id,
      number: claimed.attempts,
      at: at.toISOString(),
      duration_ms: result.durationMs,
      status: result.status,
      error: result.error,
      response_body: result.responseBody,
      showed_money: webhook.shows_money,
      becomes: statusAfter[kind],
      step: kind === "retry" ? outcome.step : claimed.schedule_step,
      wait_ms: kind === "retry" ? outcome.waitMs : 0,
    });
    if (kind !== "interrupted" && kind !== "withheld")
      health.note(webhook, at, { ok: kind === "delivered", isGone: kind === "gone" });
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
      isStopping = true;
      wake.everything();
      await running;
      await catchingUp;
      await Promise.all(batches);
      for (const deadline = performance.now() + graceMs; slots.underWay() > 0 && performance.now() < deadline;)
        await pause(20);
      const isLeft = slots.underWay() > 0;
      await egress.close();
      while (slots.underWay() > 0) await pause(5);
      await writer.flush();
      await health.settle();
      wake.stop();
      await heartbeat.stop();
      if (isLeft) await db.query(sql`select pg_notify(${eventsChannel}, '')`).catch(onError);
    },
  };
}
