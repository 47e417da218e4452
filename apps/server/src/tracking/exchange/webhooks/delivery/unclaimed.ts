import { maxWebhooks } from "#tracking/exchange/webhooks/management/webhook-verbs.ts";
import type { Capacity } from "./capacity.ts";
import { type ClaimLimits, keyOf, type WebhookKey } from "./queries.ts";
import type { Usage, Usages } from "./usages.ts";

export interface Unclaimed {
  noteMore(webhook: WebhookKey): void;
  /**
   * Marks the endpoints for which claiming reached a limit as having more, because more of their deliveries may be due.
   */
  noteExhausted(asked: ClaimLimits, claimedOf: ReadonlyMap<string, number>): void;
  /** Returns the endpoints that have more to send and room for it, and unmarks them. */
  takeReady(): WebhookKey[];
  /** Whether some endpoints with more to send have room, while their organization or the node has none. */
  isAnyLeft(): boolean;
  /** Sorts endpoints by the number of attempts in progress for their organizations, fewest first. */
  inTurn<E extends WebhookKey>(endpoints: E[]): E[];
}

/** Tracks which endpoints have more to send than was claimed, and lets them take turns in claiming it. */
export function createUnclaimed(
  usages: Usages<unknown>,
  { free, freeOfOrganization, capOf }: Pick<Capacity, "free" | "freeOfOrganization" | "capOf">,
): Unclaimed {
  let isAnyLeft = false;

  function inTurn<E extends WebhookKey>(endpoints: E[]): E[] {
    return endpoints.sort((a, b) => usages.ofOrganization(a.org_id) - usages.ofOrganization(b.org_id));
  }

  return {
    noteMore(webhook) {
      usages.of(webhook).hasMore = true;
    },
    noteExhausted({ only, underWay, perOrganization: maxOfOrganization, most: maxClaimed }, claimedOf) {
      let claimedInAll = 0;
      for (const claimed of claimedOf.values()) claimedInAll += claimed;
      // Claiming reached its total limit, so it may have ended before reaching every endpoint.
      if (claimedInAll >= maxClaimed && only !== "all") for (const webhook of only) usages.of(webhook).hasMore = true;
      // Uses the counts that were passed to the claim, because some of those attempts may have ended since.
      const ofOrganization = new Map<string, number>();
      for (const { org_id, count: held } of underWay)
        ofOrganization.set(org_id, (ofOrganization.get(org_id) ?? 0) + held);
      // The share that an endpoint has if its organization has the maximum number of endpoints.
      const leastShareOf = (orgId: string) =>
        Math.max(1, Math.floor((maxOfOrganization - (ofOrganization.get(orgId) ?? 0)) / maxWebhooks));
      const asked = new Map(underWay.map((webhook) => [keyOf(webhook), webhook.count]));
      for (const [key, usage] of usages.byKey) {
        const claimed = claimedOf.get(key) ?? 0;
        const isAtCap = (asked.get(key) ?? 0) + claimed >= capOf(usage.isFailing);
        if (isAtCap || claimed >= leastShareOf(usage.org_id)) usage.hasMore = true;
      }
    },
    takeReady() {
      const ready: Usage<unknown>[] = [];
      const freeOfEach = new Map<string, number>();
      isAnyLeft = false;
      for (const usage of inTurn([...usages.byKey.values()])) {
        if (!usage.hasMore || usage.line.size > 0 || usage.underWay >= capOf(usage.isFailing)) continue;
        const freeOfThis = freeOfEach.get(usage.org_id) ?? freeOfOrganization(usage.org_id);
        if (ready.length >= free() || freeOfThis === 0) isAnyLeft = true;
        else ready.push(usage);
        freeOfEach.set(usage.org_id, Math.max(0, freeOfThis - 1));
      }
      for (const usage of ready) {
        usage.hasMore = false;
        // Moves the endpoint to the end, so that endpoints that were left out come first next time.
        usages.moveLast(usage);
      }
      return ready.map(({ org_id, id }) => ({ org_id, id }));
    },
    isAnyLeft: () => isAnyLeft,
    inTurn,
  };
}
