import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { patienceMs } from "./limits.ts";
import { createEventReader, type EventToSend } from "./make-request.ts";
import { type Claim, keyOf, releaseClaims } from "./queries.ts";
import { type AttemptDeps, type AttemptParts, createAttemptStarter, type Item, noEvent } from "./start-attempt.ts";

export interface Attempts {
  /** Starts an attempt for each claim whose endpoint is among `webhooks`. Returns at once. */
  send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void;
  /** Starts no further attempts, and releases unsent claims. */
  drain(): void;
  /** Resolves when each claim has either started its attempt or been released. */
  begun(): Promise<void>;
}

const attemptsInRow = 20;

/**
 * Makes the attempts for claimed deliveries. Each one occupies a slot from its claim to its response, and passes one
 * result to the writer. If an endpoint has more claims than slots, the others wait briefly in its line, because
 * claiming them later would cost the database more. Claims that get no slot in time are released.
 */
export function createAttempts(deps: AttemptDeps, parts: AttemptParts): Attempts {
  const { db, onError } = deps;
  const { lease, slots, onRoom } = parts;
  const reader = createEventReader(db, deps.tracing !== undefined);
  const batches = new Set<Promise<void>>();
  const draining = new AbortController();
  const { mayStart, start, serveLine } = createAttemptStarter(deps, parts, draining.signal);

  function send(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): void {
    if (claims.length === 0) return;
    const items = itemsOf(claims, webhooks, claimedAt);
    const started = items.filter((item) => slots.take(item));
    const batch: Promise<void> = sendBatch(items, started)
      .catch(onError)
      .finally(() => batches.delete(batch));
    batches.add(batch);
  }

  /**
   * Reads the events and starts the attempts that have a slot. Releases claims that cannot start or have waited too
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
      void start(item);
      // Yields after some attempts, because starting hundreds at once would block this node's event loop.
      if (at % attemptsInRow === attemptsInRow - 1) await nextTurn();
    }
    if (started.length < items.length) await endWaiting(items);
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

  return {
    send,
    drain: () => draining.abort(),
    async begun() {
      await Promise.all(batches);
    },
  };
}

function itemsOf(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): Item[] {
  const byKey = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
  return claims.flatMap((claim) => {
    const webhook = byKey.get(keyOf({ org_id: claim.org_id, id: claim.webhook_id }));
    // Skips the claim if the endpoint is missing: either it was deleted together with its deliveries, or it is no
    // longer allowed to receive events, in which case its deliveries are cancelled.
    if (webhook === undefined) return [];
    return [{ claim, webhook, claimedAt, event: undefined }];
  });
}
