import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Egress, PostResult } from "#platform/egress/post.ts";
import type { WebhookRow } from "#tracking/webhooks/queries.ts";
import { openSecretsOnce } from "#tracking/webhooks/webhook-secrets.ts";
import { decideOutcome, type Outcome } from "./decide-outcome.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { createEventReader, type EventToSend, requestHeaders } from "./make-request.ts";
import { type Claim, releaseClaims } from "./queries.ts";
import type { ResultWriter } from "./result-writer.ts";
import { keyOf, type Slots } from "./slots.ts";
import type { Wake } from "./wake.ts";

export interface AttemptDeps {
  db: DatabasePool;
  secretKey: Buffer;
  /** Closed by `stop`. */
  egress: Egress;
  scheduleMs: readonly number[];
  userAgent: string;
  now: () => Date;
  onError: (error: unknown) => void;
  meters?: SenderMeters;
}

export interface SenderMeters {
  countAttempt: (result: Outcome["kind"]) => void;
  /** Seconds from the event to its first attempt. */
  observeDelay: (seconds: number) => void;
}

export interface AttemptParts {
  lease: { nodeId: string; leaseMs: number };
  /** An attempt starts only if more of the lease than this is left: it must end and be recorded within the lease. */
  leaseLeftMs: number;
  slots: Slots;
  wake: Wake;
  heartbeat: Heartbeat;
  writer: ResultWriter;
  health: EndpointHealth;
  /** False as soon as the node is stopping. */
  mayBegin: () => boolean;
}

export interface Attempts {
  /** Starts an attempt for each claim whose endpoint is among these. Returns at once. */
  send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void;
  /** Resolves when an attempt has started for each claim or the claim was handed back. */
  begun(): Promise<void>;
}

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

/**
 * The attempts for claimed deliveries: each holds a slot from its claim to its reply, and gives the writer one result.
 */
export function createAttempts(deps: AttemptDeps, parts: AttemptParts): Attempts {
  const { db, secretKey, egress, scheduleMs, userAgent, now, onError, meters } = deps;
  const { lease, leaseLeftMs, slots, wake, heartbeat, writer, health, mayBegin } = parts;
  const reader = createEventReader(db);
  const openSecret = openSecretsOnce(secretKey);
  const batches = new Set<Promise<void>>();

  function send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void {
    if (claims.length === 0) return;
    const byKey = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
    const items = claims.flatMap((claimed) => {
      const webhook = byKey.get(keyOf({ org_id: claimed.org_id, id: claimed.webhook_id }));
      // A missing endpoint was deleted with its deliveries, or has lost its entitlement, which cancels them.
      return webhook === undefined ? [] : [{ claim: claimed, webhook }];
    });
    for (const { webhook } of items) slots.take(webhook);
    const batch: Promise<void> = sendBatch(items, claimedAt)
      .catch(onError)
      .finally(() => batches.delete(batch));
    batches.add(batch);
  }

  /** Reads the events, and starts the attempts that may start; hands back the other claims. */
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
    // After so long a pause another node may take over the claim before the reply arrives.
    const isSafe = heartbeat.isFresh() && performance.now() - claimedAt <= lease.leaseMs - leaseLeftMs;
    if (!mayBegin() || !isSafe) return giveBack();
    for (const [at, { claim: claimed, webhook }] of items.entries()) {
      void attempt(claimed, webhook, events[at] ?? { body: undefined, isWanted: true, at: undefined });
      // Starting hundreds at once would block this node's event loop.
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
      const headers = requestHeaders(webhook, claimed, body, { at, openSecret, userAgent });
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

  return {
    send,
    async begun() {
      await Promise.all(batches);
    },
  };
}
