import type { ClaimLimits, WebhookKey } from "./queries.ts";

/** How many attempts this node may have under way, in all and of one endpoint. */
export interface SlotLimits {
  most: number;
  perWebhook: number;
  /** Of an endpoint that only fails: attempts that end in a time-out hold their places longest. */
  perFailingWebhook: number;
}

interface Usage extends WebhookKey {
  underWay: number;
  isFailing: boolean;
  /** Due deliveries were left because there was no room for them. */
  hasMore: boolean;
}

export interface Slots {
  underWay(): number;
  /** How many more the endpoint may have. */
  freeOf(webhook: WebhookKey & { failing_since: string | null }): number;
  take(webhook: WebhookKey & { failing_since: string | null }): void;
  /** Returns whether the endpoint has more to send. */
  give(webhook: WebhookKey): boolean;
  noteMore(webhook: WebhookKey): void;
  /** The endpoints that have both more to send and room for it; they are noted no longer. */
  takeReady(): WebhookKey[];
  /** Notes the endpoints of which as much was claimed as the limits allowed: there may be more. */
  noteExhausted(asked: ClaimLimits, claimedOf: ReadonlyMap<string, number>): void;
  limitsFor(only: ClaimLimits["only"]): ClaimLimits;
}

export function keyOf({ org_id, id }: WebhookKey): string {
  return `${org_id}/${id}`;
}

/** Counts the attempts under way at this node, so that an endpoint that is slow or dead takes up no more than its share. */
export function createSlots({ most, perWebhook, perFailingWebhook }: SlotLimits): Slots {
  const usages = new Map<string, Usage>();
  let total = 0;

  const capOf = (isFailing: boolean) => (isFailing ? perFailingWebhook : perWebhook);
  const hasRoom = (usage: Usage) => total < most && usage.underWay < capOf(usage.isFailing);

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
    take(webhook) {
      const usage = usageOf(webhook);
      usage.underWay++;
      usage.isFailing = webhook.failing_since !== null;
      total++;
    },
    give(webhook) {
      const usage = usageOf(webhook);
      usage.underWay--;
      total--;
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
      // By what was asked, not by what is under way now: some of that has ended meanwhile.
      const asked = new Map(underWay.map((webhook) => [keyOf(webhook), webhook.count]));
      for (const [key, usage] of usages) {
        if ((asked.get(key) ?? 0) + (claimedOf.get(key) ?? 0) >= capOf(usage.isFailing)) usage.hasMore = true;
      }
    },
    limitsFor(only) {
      const underWay = [...usages.values()].map(({ org_id, id, underWay: count }) => ({ org_id, id, count }));
      return { only, perWebhook, perFailingWebhook, underWay, most: Math.max(0, most - total) };
    },
  };
}
