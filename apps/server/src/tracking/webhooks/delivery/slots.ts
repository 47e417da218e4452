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
}

interface Usage extends WebhookKey {
  underWay: number;
  isFailing: boolean;
  /** Due deliveries were left unclaimed for lack of room. */
  hasMore: boolean;
}

export interface Slots {
  underWay(): number;
  /** How many more attempts the endpoint may have under way. */
  freeOf(webhook: WebhookKey & { failing_since: string | null }): number;
  freeOfOrganization(orgId: string): number;
  take(webhook: WebhookKey & { failing_since: string | null }): void;
  /** Returns whether the endpoint has more to send. */
  give(webhook: WebhookKey): boolean;
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

/** Counts the attempts under way at this node, so that a slow or dead endpoint takes no more than its share. */
export function createSlots({ most, perWebhook, perFailingWebhook, perOrganization }: SlotLimits): Slots {
  const usages = new Map<string, Usage>();
  const ofOrganizations = new Map<string, number>();
  // An endpoint's share in an organization with the most endpoints allowed.
  const leastShare = Math.max(1, Math.floor(perOrganization / mostWebhooks));
  let total = 0;

  const capOf = (isFailing: boolean) => (isFailing ? perFailingWebhook : perWebhook);
  const freeOfOrganization = (orgId: string) => Math.max(0, perOrganization - (ofOrganizations.get(orgId) ?? 0));
  const hasRoom = (usage: Usage) =>
    total < most && usage.underWay < capOf(usage.isFailing) && freeOfOrganization(usage.org_id) > 0;

  function count(orgId: string, by: 1 | -1): void {
    total += by;
    const ofOrganization = (ofOrganizations.get(orgId) ?? 0) + by;
    if (ofOrganization === 0) ofOrganizations.delete(orgId);
    else ofOrganizations.set(orgId, ofOrganization);
  }

  function usageOf({ org_id, id }: WebhookKey): Usage {
    const key = keyOf({ org_id, id });
    let usage = usages.get(key);
    if (usage === undefined) usages.set(key, (usage = { org_id, id, underWay: 0, isFailing: false, hasMore: false }));
    return usage;
  }

  return {
    underWay: () => total,
    freeOf(webhook) {
      const cap = capOf(webhook.failing_since !== null);
      return Math.max(0, Math.min(cap - (usages.get(keyOf(webhook))?.underWay ?? 0), most - total));
    },
    freeOfOrganization,
    take(webhook) {
      const usage = usageOf(webhook);
      usage.underWay++;
      usage.isFailing = webhook.failing_since !== null;
      count(webhook.org_id, 1);
    },
    give(webhook) {
      const usage = usageOf(webhook);
      usage.underWay--;
      count(webhook.org_id, -1);
      if (usage.underWay === 0 && !usage.hasMore) usages.delete(keyOf(webhook));
      return usage.hasMore;
    },
    noteMore(webhook) {
      usageOf(webhook).hasMore = true;
    },
    takeReady() {
      const ready = [...usages.values()].filter((usage) => usage.hasMore && hasRoom(usage));
      for (const usage of ready) {
        usage.hasMore = false;
        if (usage.underWay === 0) usages.delete(keyOf(usage));
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
              const own = usages.get(keyOf({ org_id, id }))?.underWay ?? 0;
              return { org_id, id, own, ofOrganization: ofOrganizations.get(org_id) ?? 0 };
            });
      const underWay = [...usages.values()].map(({ org_id, id, underWay: count }) => ({ org_id, id, count }));
      return { only, perWebhook, perFailingWebhook, perOrganization, underWay, most: Math.max(0, most - total) };
    },
  };
}
