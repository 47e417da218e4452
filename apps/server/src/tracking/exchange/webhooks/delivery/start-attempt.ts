import type { DatabasePool } from "#platform/database/database.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { EventToSend } from "./make-request.ts";
import { createEventPoster, type PostDeps } from "./post-event.ts";
import type { Claim } from "./queries.ts";
import type { ResultWriter } from "./results.ts";
import { createSettler, type SettleDeps, withheld } from "./settle-attempt.ts";
import type { Slots } from "./slots.ts";

export interface AttemptDeps extends PostDeps, SettleDeps {
  db: DatabasePool;
  now: () => Date;
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

/** A claim waiting for its attempt. */
export interface Item {
  claim: Claim;
  webhook: WebhookRow;
  claimedAt: number;
  /** Undefined until the event has been read. */
  event: EventToSend | undefined;
}

export const noEvent: EventToSend = { body: undefined, isWanted: true, at: undefined, traceparent: undefined };

export interface AttemptStarter {
  /**
   * Whether the attempt can start. It must not start after a long pause, because another node could take over the claim
   * before the response arrives.
   */
  mayStart(item: Item): boolean;
  /** Makes the attempt for a claim that has a slot. When it ends, the slot passes to the endpoint's line. */
  start(item: Item): Promise<void>;
  /** Starts attempts from this endpoint's line until it is empty or there are no free slots. */
  serveLine(webhook: WebhookRow): void;
}

/** Makes single attempts. After `draining` is aborted, no further attempts start. */
export function createAttemptStarter(deps: AttemptDeps, parts: AttemptParts, draining: AbortSignal): AttemptStarter {
  const { now, meters } = deps;
  const { lease, leaseLeftMs, slots, heartbeat, onRoom } = parts;
  const post = createEventPoster(deps);
  const settle = createSettler(deps, parts);

  function mayStart({ claimedAt, event }: Item): boolean {
    const isInLease = performance.now() - claimedAt <= lease.leaseMs - leaseLeftMs;
    return event !== undefined && isInLease && heartbeat.isFresh() && !draining.aborted;
  }

  function serveLine(webhook: WebhookRow): void {
    for (let item = slots.next(webhook, mayStart); item !== undefined; item = slots.next(webhook, mayStart))
      void start(item);
  }

  async function start(item: Item): Promise<void> {
    const { claim, webhook, event = noEvent } = item;
    const at = now();
    if (claim.attempts === 1 && event.at !== undefined)
      meters?.observeDelay(Math.max(0, at.getTime() - Date.parse(event.at)) / 1000);
    settle(claim, webhook, at, event.isWanted ? await post(claim, webhook, event, at) : withheld);
    if (slots.give(item)) onRoom();
    serveLine(webhook);
  }

  return { mayStart, start, serveLine };
}
