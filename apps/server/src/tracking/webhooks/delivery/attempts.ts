import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Egress, PostResult } from "#platform/egress/post.ts";
import { type Tracing, traceparentOf } from "#platform/spans.ts";
import type { WebhookRow } from "#tracking/webhooks/queries.ts";
import { openSecretsOnce } from "#tracking/webhooks/webhook-secrets.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { patienceMs } from "./limits.ts";
import { createEventReader, type EventToSend, requestHeaders } from "./make-request.ts";
import { type Claim, keyOf, releaseClaims } from "./queries.ts";
import { decideOutcome, type Outcome } from "./decide-outcome.ts";
import type { ResultWriter } from "./results.ts";
import type { Slots } from "./slots.ts";

export interface AttemptDeps {
  db: DatabasePool;
  secretKey: Buffer;
  /** The connections to receivers; `stop` closes them. */
  egress: Egress;
  scheduleMs: readonly number[];
  userAgent: string;
  now: () => Date;
  onError: (error: unknown) => void;
  meters?: SenderMeters;
  /** If set, each attempt gets a span in the trace of the request that made the change. */
  tracing?: Tracing | undefined;
}

export interface SenderMeters {
  countAttempt: (result: Outcome["kind"]) => void;
  /** Called with the number of seconds from the event to its first attempt. */
  observeDelay: (seconds: number) => void;
}

export interface AttemptParts {
  lease: { nodeId: string; leaseMs: number };
  /**
   * An attempt starts only if more than this is left of the lease, because it must end and be recorded within the
   * lease.
   */
  leaseLeftMs: number;
  slots: Slots<Item>;
  heartbeat: Heartbeat;
  writer: ResultWriter;
  health: EndpointHealth;
  /** Called when endpoints with more to send may have free slots. */
  onRoom: () => void;
}

export interface Attempts {
  /** Starts an attempt for each claim whose endpoint is among `webhooks`. Returns at once. */
  send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void;
  /** Starts no further attempts, and releases unsent claims. */
  drain(): void;
  /** Resolves when each claim has either started its attempt or been released. */
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
const noEvent: EventToSend = { body: undefined, isWanted: true, at: undefined, traceparent: undefined };

/** A claim waiting for its attempt. */
export interface Item {
  claim: Claim;
  webhook: WebhookRow;
  claimedAt: number;
  /** Undefined until the event has been read. */
  event: EventToSend | undefined;
}

/**
 * Makes the attempts for claimed deliveries. Each one occupies a slot from its claim to its response, and passes one
 * result to the writer. If an endpoint has more claims than slots, the others wait briefly in its line, because
 * claiming them later would cost the database more. Those that get no slot in time are released.
 */
export function createAttempts(deps: AttemptDeps, parts: AttemptParts): Attempts {
  const { db, secretKey, egress, scheduleMs, userAgent, now, onError, meters, tracing } = deps;
  const { lease, leaseLeftMs, slots, heartbeat, writer, health, onRoom } = parts;
  const reader = createEventReader(db, tracing !== undefined);
  const openSecret = openSecretsOnce(secretKey);
  const batches = new Set<Promise<void>>();
  const draining = new AbortController();

  function send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void {
    if (claims.length === 0) return;
    const byKey = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
    const items = claims.flatMap((claim): Item[] => {
      const webhook = byKey.get(keyOf({ org_id: claim.org_id, id: claim.webhook_id }));
      // Skips the claim if the endpoint is missing: it was deleted with its deliveries, or may no longer receive
      // events, so they are cancelled.
      if (webhook === undefined) return [];
      return [{ claim, webhook, claimedAt, event: undefined }];
    });
    const started = items.filter((item) => slots.take(item));
    const batch: Promise<void> = sendBatch(items, started)
      .catch(onError)
      .finally(() => batches.delete(batch));
    batches.add(batch);
  }

  /**
   * Reads the events and starts the attempts that have a slot. Releases claims that may not start or have waited too
   * long.
   */
  async function sendBatch(items: Item[], started: Item[]): Promise<void> {
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
    for (const [at, item] of started.entries()) {
      void attempt(item);
      // Yields after some attempts, because starting hundreds at once would block this node's event loop.
      if (at % attemptsInRow === attemptsInRow - 1) await nextTurn();
    }
    if (started.length < items.length) await endWaiting(items);
  }

  /**
   * Whether the attempt may start. It may not after a long pause, because another node could take over the claim before
   * the response arrives.
   */
  function mayStart({ claimedAt, event }: Item): boolean {
    const isInLease = performance.now() - claimedAt <= lease.leaseMs - leaseLeftMs;
    return event !== undefined && isInLease && heartbeat.isFresh() && !draining.signal.aborted;
  }

  /** Starts attempts from this endpoint's line until it is empty or there are no free slots. */
  function serveLine(webhook: WebhookRow): void {
    for (let item = slots.next(webhook, mayStart); item !== undefined; item = slots.next(webhook, mayStart))
      void attempt(item);
  }

  async function endWaiting(items: Item[]): Promise<void> {
    for (const webhook of new Set(items.map((item) => item.webhook))) serveLine(webhook);
    await pause(patienceMs, undefined, { signal: draining.signal }).catch(() => undefined);
    const left = items.filter(slots.isWaiting);
    if (left.length === 0) return;
    if (!draining.signal.aborted) for (const { webhook } of left) slots.noteSlow(webhook);
    await handBack(left);
  }

  /** Releases unsent claims, so that they are due at once. */
  async function handBack(items: Item[]): Promise<void> {
    for (const item of items) slots.give(item);
    await releaseClaims(
      db,
      lease.nodeId,
      items.map(({ claim }) => claim),
    );
    for (const { webhook } of items) slots.noteMore(webhook);
    onRoom();
  }

  async function attempt(item: Item): Promise<void> {
    const { claim: claimed, webhook, event = noEvent } = item;
    const at = now();
    if (claimed.attempts === 1 && event.at !== undefined)
      meters?.observeDelay(Math.max(0, at.getTime() - Date.parse(event.at)) / 1000);
    settle(claimed, webhook, at, event.isWanted ? await postTraced(claimed, webhook, event, at) : withheld);
    if (slots.give(item)) onRoom();
    serveLine(webhook);
  }

  async function postTraced(claimed: Claim, webhook: WebhookRow, event: EventToSend, at: Date): Promise<PostResult> {
    const span = tracing?.beginAfter(event.traceparent, "webhook delivery", {
      kind: "client",
      facts: {
        "http.request.method": "POST",
        "stint.organization.id": claimed.org_id,
        "stint.webhook.id": claimed.webhook_id,
        "stint.delivery.id": claimed.id,
        "stint.delivery.attempt": claimed.attempts,
      },
    });
    const result = await post(claimed, webhook, event.body, { at, traceparent: span && traceparentOf(span) });
    if (result.status !== null) span?.describe({ "http.response.status_code": result.status });
    if (result.status === null || result.status >= 300) span?.fail(String(result.status ?? "no_reply"));
    span?.end();
    return result;
  }

  async function post(
    claimed: Claim,
    webhook: WebhookRow,
    body: Buffer | undefined,
    { at, traceparent }: { at: Date; traceparent: string | undefined },
  ): Promise<PostResult> {
    try {
      if (body === undefined) throw new Error("the event is no longer stored");
      const headers = requestHeaders(webhook, claimed, body, { at, openSecret, userAgent });
      if (traceparent !== undefined) headers["traceparent"] = traceparent;
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
    drain: () => draining.abort(),
    async begun() {
      await Promise.all(batches);
    },
  };
}
