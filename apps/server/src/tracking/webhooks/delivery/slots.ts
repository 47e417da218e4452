import { mostWebhooks } from "#tracking/webhooks/webhook-verbs.ts";
import type { ClaimLimits, WebhookKey } from "./queries.ts";

/** The most attempts that may be under way at this node, in all and per endpoint. */
export interface SlotLimits {
  most: number;
  perWebhook: number;
  /** For an endpoint that only fails: attempts that time out hold their slots longest. */
  perFailingWebhook: number;
  /** For all endpoints of one organization. */
  perOrganization: number;
  /** The most claimed deliveries of an endpoint that wait for one of its slots. */
  waitingPerWebhook: number;
}

interface Usage extends WebhookKey {
  underWay: number;
  /** Claimed deliveries that wait for a slot. */
  waiting: number;
  isFailing: boolean;
  /** Due deliveries were left unclaimed for lack of room. */
  hasMore: boolean;
}

type Endpoint = WebhookKey & { failing_since: string | null };

export interface Slots {
  underWay(): number;
  waiting(): number;
  /** How many more attempts the endpoint may have under way. */
  freeOf(webhook: Endpoint): number;
  freeOfOrganization(orgId: string): number;
  /** How many more deliveries may wait for a slot of the endpoint: none while it fails or is slow. */
  freeInLine(webhook: Endpoint): number;
  /** Takes a slot for a claim, or counts it as waiting; returns whether it got one. */
  take(webhook: Endpoint): boolean;
  /** Gives a waiting claim a slot, if one is free. */
  takeForWaiting(webhook: Endpoint): boolean;
  /** Returns whether the endpoint has more to send. */
  give(webhook: WebhookKey): boolean;
  leaveLine(webhook: WebhookKey): void;
  /** Lets no claims wait for the endpoint for a while, because some waited in vain. */
  noteSlow(webhook: WebhookKey): void;
  noteMore(webhook: WebhookKey): void;
  /** Removes and returns the endpoints that have both more to send and room for it. */
  takeReady(): WebhookKey[];
  /** Marks the endpoints for which the claim reached the limit: they may have more due deliveries. */
  noteExhausted(asked: ClaimLimits, claimedOf: ReadonlyMap<string, number>): void;
  limitsFor(webhooks: WebhookKey[] | "all"): ClaimLimits;
}

export function keyOf({ org_id, id }: WebhookKey): string {
  return `${org_id}/${id}`;
}

/** An endpoint that let deliveries wait for too long is slow for this time. */
const slowMs = 60_000;

/** Counts the attempts under way at this node, so that a slow or dead endpoint takes no more than its share. */
export function createSlots(limits: SlotLimits): Slots {
  const { most, perWebhook, perFailingWebhook, perOrganization, waitingPerWebhook } = limits;
  const usages = new Map<string, Usage>();
  const ofOrganizations = new Map<string, number>();
  // An endpoint's share in an organization with the most endpoints allowed.
  const leastShare = Math.max(1, Math.floor(perOrganization / mostWebhooks));
  const slowUntil = new Map<string, number>();
  let total = 0;
  let waiting = 0;

  const heldBy = (usage: Usage) => usage.underWay + usage.waiting;
  const capOf = (isFailing: boolean) => (isFailing ? perFailingWebhook : perWebhook);
  const freeOfOrganization = (orgId: string) => Math.max(0, perOrganization - (ofOrganizations.get(orgId) ?? 0));
  const hasRoom = (usage: Usage) =>
    total < most && usage.underWay < capOf(usage.isFailing) && freeOfOrganization(usage.org_id) > 0;

  function isSlow(key: string): boolean {
    const until = slowUntil.get(key);
    if (until === undefined || performance.now() < until) return until !== undefined;
    slowUntil.delete(key);
    return false;
  }

  function countWaiting(usage: Usage, by: 1 | -1): void {
    usage.waiting += by;
    waiting += by;
  }

  function count(orgId: string, by: 1 | -1): void {
    total += by;
    const ofOrganization = (ofOrganizations.get(orgId) ?? 0) + by;
    if (ofOrganization === 0) ofOrganizations.delete(orgId);
    else ofOrganizations.set(orgId, ofOrganization);
  }

  function usageOf({ org_id, id }: WebhookKey): Usage {
    const key = keyOf({ org_id, id });
    let usage = usages.get(key);
    if (usage === undefined)
      usages.set(key, (usage = { org_id, id, underWay: 0, waiting: 0, isFailing: false, hasMore: false }));
    return usage;
  }

  function begin(usage: Usage): void {
    usage.underWay++;
    count(usage.org_id, 1);
  }

  function forgetIdle(usage: Usage): void {
    if (heldBy(usage) === 0 && !usage.hasMore) usages.delete(keyOf(usage));
  }

  return {
    underWay: () => total,
    waiting: () => waiting,
    freeOf(webhook) {
      const cap = capOf(webhook.failing_since !== null);
      return Math.max(0, Math.min(cap - (usages.get(keyOf(webhook))?.underWay ?? 0), most - total));
    },
    freeOfOrganization,
    freeInLine(webhook) {
      const key = keyOf(webhook);
      if (webhook.failing_since !== null || isSlow(key)) return 0;
      return Math.max(0, waitingPerWebhook - (usages.get(key)?.waiting ?? 0));
    },
    take(webhook) {
      const usage = usageOf(webhook);
      usage.isFailing = webhook.failing_since !== null;
      const isFree = usage.waiting === 0 && hasRoom(usage);
      if (isFree) begin(usage);
      else countWaiting(usage, 1);
      return isFree;
    },
    takeForWaiting(webhook) {
      const usage = usageOf(webhook);
      if (!hasRoom(usage)) return false;
      countWaiting(usage, -1);
      begin(usage);
      return true;
    },
    give(webhook) {
      const usage = usageOf(webhook);
      usage.underWay--;
      count(webhook.org_id, -1);
      forgetIdle(usage);
      return usage.hasMore;
    },
    leaveLine(webhook) {
      const usage = usageOf(webhook);
      countWaiting(usage, -1);
      forgetIdle(usage);
    },
    noteSlow(webhook) {
      slowUntil.set(keyOf(webhook), performance.now() + slowMs);
    },
    noteMore(webhook) {
      usageOf(webhook).hasMore = true;
    },
    takeReady() {
      const ready = [...usages.values()].filter((usage) => usage.hasMore && usage.waiting === 0 && hasRoom(usage));
      for (const usage of ready) {
        usage.hasMore = false;
        forgetIdle(usage);
      }
      return ready.map(({ org_id, id }) => ({ org_id, id }));
    },
    noteExhausted({ underWay }, claimedOf) {
      // Compares with the counts passed to the claim: some of those attempts have ended since.
      const asked = new Map(underWay.map((webhook) => [keyOf(webhook), webhook.count]));
      for (const [key, usage] of usages) {
        const claimed = claimedOf.get(key) ?? 0;
        const isFull = (asked.get(key) ?? 0) + claimed >= capOf(usage.isFailing);
        if (isFull || claimed >= leastShare) usage.hasMore = true;
      }
    },
    limitsFor(webhooks) {
      const only =
        webhooks === "all"
          ? webhooks
          : webhooks.map(({ org_id, id }) => {
              const usage = usages.get(keyOf({ org_id, id }));
              const own = usage === undefined ? 0 : heldBy(usage);
              return { org_id, id, own, ofOrganization: ofOrganizations.get(org_id) ?? 0 };
            });
      const underWay = [...usages.values()].map((usage) => ({
        org_id: usage.org_id,
        id: usage.id,
        count: heldBy(usage),
      }));
      return { only, perWebhook, perFailingWebhook, perOrganization, underWay, most: Math.max(0, most - total) };
    },
  };
}
