import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
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
/** Claims that get no slot in this time are handed back. */
const patienceMs = 500;
const noEvent: EventToSend = { body: undefined, isWanted: true, at: undefined };

/** A claim on its way to its attempt. */
interface Item {
  claim: Claim;
  webhook: WebhookRow;
  claimedAt: number;
  event: EventToSend;
  isWaiting: boolean;
}

/**
 * The attempts for claimed deliveries: each holds a slot from its claim to its reply, and gives the writer one result.
 * Claims beyond the slots of their endpoint wait in its line for a moment: claiming them later would cost the database
 * more.
 */
export function createAttempts(deps: AttemptDeps, parts: AttemptParts): Attempts {
  const { db, secretKey, egress, scheduleMs, userAgent, now, onError, meters } = deps;
  const { lease, leaseLeftMs, slots, wake, heartbeat, writer, health, mayBegin } = parts;
  const reader = createEventReader(db);
  const openSecret = openSecretsOnce(secretKey);
  const batches = new Set<Promise<void>>();
  const lines = new Map<string, Item[]>();

  function send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void {
    if (claims.length === 0) return;
    const byKey = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
    const items = claims.flatMap((claim): Item[] => {
      const webhook = byKey.get(keyOf({ org_id: claim.org_id, id: claim.webhook_id }));
      // A missing endpoint was deleted with its deliveries, or has lost its entitlement, which cancels them.
      if (webhook === undefined) return [];
      return [{ claim, webhook, claimedAt, event: noEvent, isWaiting: !slots.take(webhook) }];
    });
    const batch: Promise<void> = sendBatch(items)
      .catch(onError)
      .finally(() => batches.delete(batch));
    batches.add(batch);
  }

  /** Reads the events, starts the attempts that have a slot, and lines the others up; hands back what may not start. */
  async function sendBatch(items: Item[]): Promise<void> {
    const webhookOf = new Map(items.map(({ claim, webhook }) => [claim, webhook]));
    const claims = [...webhookOf.keys()];
    let events: EventToSend[];
    try {
      events = await reader.read(claims, (claimed) => webhookOf.get(claimed) as WebhookRow);
    } catch (error) {
      await handBack(items).catch(onError);
      throw error;
    }
    for (const [at, item] of items.entries()) item.event = events[at] ?? noEvent;
    const [first] = items;
    if (first === undefined || !mayStart(first)) return handBack(items);
    const waiting = items.filter(({ isWaiting }) => isWaiting);
    for (const item of waiting) lineOf(item.webhook).push(item);
    const started = items.filter(({ isWaiting }) => !isWaiting);
    for (const [at, item] of started.entries()) {
      void attempt(item);
      // Starting hundreds at once would block this node's event loop.
      if (at % attemptsInRow === attemptsInRow - 1) await nextTurn();
    }
    if (waiting.length > 0) await endWaiting(waiting);
  }

  /** After so long a pause another node may take over the claim before the reply arrives. */
  function mayStart({ claimedAt }: Item): boolean {
    return mayBegin() && heartbeat.isFresh() && performance.now() - claimedAt <= lease.leaseMs - leaseLeftMs;
  }

  function lineOf(webhook: WebhookRow): Item[] {
    const key = keyOf(webhook);
    const line = lines.get(key) ?? [];
    lines.set(key, line);
    return line;
  }

  /** Starts the attempts of the endpoint's line for which there are slots. */
  function serveLine(webhook: WebhookRow): void {
    const line = lines.get(keyOf(webhook));
    for (let next = line?.[0]; next !== undefined; next = line?.[0]) {
      if (!mayStart(next) || !slots.takeForWaiting(webhook)) return;
      line?.shift();
      next.isWaiting = false;
      void attempt(next);
    }
    lines.delete(keyOf(webhook));
  }

  /** Serves the lines of these items until they are empty or the items have waited in vain. */
  async function endWaiting(items: Item[]): Promise<void> {
    for (const webhook of new Set(items.map((item) => item.webhook))) serveLine(webhook);
    const until = performance.now() + patienceMs;
    const isLeft = () => items.some(({ isWaiting }) => isWaiting);
    while (isLeft() && mayBegin() && performance.now() < until) await pause(20);
    const left = new Set(items.filter(({ isWaiting }) => isWaiting));
    if (left.size === 0) return;
    for (const webhook of new Set([...left].map((item) => item.webhook))) {
      const rest = lineOf(webhook).filter((item) => !left.has(item));
      if (rest.length > 0) lines.set(keyOf(webhook), rest);
      else lines.delete(keyOf(webhook));
      if (mayBegin()) slots.noteSlow(webhook);
    }
    await handBack([...left]);
  }

  /** Puts claims of which nothing was sent back: they are due at once. */
  async function handBack(items: Item[]): Promise<void> {
    for (const { webhook, isWaiting } of items) {
      if (isWaiting) slots.leaveLine(webhook);
      else slots.give(webhook);
    }
    await releaseClaims(
      db,
      lease.nodeId,
      items.map(({ claim }) => claim),
    );
    for (const { webhook } of items) slots.noteMore(webhook);
    wake.room();
  }

  async function attempt({ claim: claimed, webhook, event }: Item): Promise<void> {
    const at = now();
    if (claimed.attempts === 1 && event.at !== undefined)
      meters?.observeDelay(Math.max(0, at.getTime() - Date.parse(event.at)) / 1000);
    settle(claimed, webhook, at, event.isWanted ? await post(claimed, webhook, event.body, at) : withheld);
    if (slots.give(webhook)) wake.room();
    serveLine(webhook);
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
