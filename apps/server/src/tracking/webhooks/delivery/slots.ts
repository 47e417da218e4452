import { mostWebhooks } from "#tracking/webhooks/webhook-verbs.ts";
import { leastSlots, memoryMs, type SlotLimits } from "./limits.ts";
import type { ClaimLimits, WebhookKey } from "./queries.ts";

interface Usage<T> extends WebhookKey {
  underWay: number;
  /** Claimed deliveries that wait for a slot, oldest first. */
  line: Set<T>;
  isFailing: boolean;
  /** Whether due deliveries were left unclaimed because there was no room for them. */
  hasMore: boolean;
}

type Endpoint = WebhookKey & { failing_since: string | null };

/** Tracks claims of type `T`. Each one has a slot, or waits in its endpoint's line for one. */
export interface Slots<T> {
  underWay(): number;
  waiting(): number;
  /** The number of further attempts that may be in progress: in total, for an endpoint, and for an organization. */
  free(): number;
  freeOf(webhook: Endpoint): number;
  freeOfOrganization(orgId: string): number;
  /**
   * The number of further claims that may wait in the endpoint's line; 0 if the endpoint fails or is slow, or while
   * limits are lowered.
   */
  freeInLine(webhook: Endpoint): number;
  /** The number of further deliveries that may be claimed for the endpoint. */
  room(webhook: Endpoint): number;
  /** Sorts endpoints by the number of attempts in progress for their organizations, fewest first. */
  inTurn<E extends WebhookKey>(endpoints: E[]): E[];
  /** Acquires a slot for a claim, or puts the claim in line. Returns whether it got a slot. */
  take(claim: T): boolean;
  /** Gives a free slot to the first claim in line that may start. */
  next(webhook: WebhookKey, mayStart: (claim: T) => boolean): T | undefined;
  isWaiting(claim: T): boolean;
  /**
   * Releases the claim's slot or its position in line. Returns whether some endpoint with more to send can use the
   * slot.
   */
  give(claim: T): boolean;
  /** Lets no claims wait for the endpoint for a while, because some have waited too long. */
  noteSlow(webhook: WebhookKey): void;
  noteMore(webhook: WebhookKey): void;
  /** Returns the endpoints that have more to send and room for it, and no longer lists them as such. */
  takeReady(): WebhookKey[];
  /**
   * Marks the endpoints for which claiming reached a limit as having more, because more of their deliveries may be due.
   */
  noteExhausted(asked: ClaimLimits, claimedOf: ReadonlyMap<string, number>): void;
  limitsFor(webhooks: WebhookKey[] | "all"): ClaimLimits;
}

export function keyOf({ org_id, id }: WebhookKey): string {
  return `${org_id}/${id}`;
}

/**
 * Counts the attempts in progress on this node, so that a slow or dead endpoint uses no more than its share, and every
 * organization gets at least one. `ease` returns the factor by which the limits may exceed the lowest ones.
 */
export function createSlots<T extends { webhook: Endpoint }>(
  limits: SlotLimits,
  ease: () => number = () => Number.POSITIVE_INFINITY,
): Slots<T> {
  const { perWebhook, perFailingWebhook, waitingPerWebhook } = limits;
  const usages = new Map<string, Usage<T>>();
  const ofOrganizations = new Map<string, number>();
  const slowUntil = new Map<string, number>();
  let total = 0;
  let waiting = 0;
  // Whether some endpoints with more to send have room, while their organization or the node has none.
  let isAnyLeft = false;

  const heldBy = (usage: Usage<T>) => usage.underWay + usage.line.size;
  const capOf = (isFailing: boolean) => (isFailing ? perFailingWebhook : perWebhook);
  const most = () => Math.min(limits.most, Math.floor(leastSlots.most * ease()));
  const ofEach = () => Math.min(limits.perOrganization, Math.floor(leastSlots.perOrganization * ease()));
  const isLowered = () => most() < limits.most || ofEach() < limits.perOrganization;
  // Endpoints that never respond may occupy all attempts of a few organizations; the others then still get one each.
  const isFull = () => total >= most();
  const perOrganization = () => (isFull() ? 1 : ofEach());
  const free = () => Math.max(0, most() + (isFull() ? limits.firsts : 0) - total);
  const heldByOrganization = (orgId: string) => ofOrganizations.get(orgId) ?? 0;
  const freeOfOrganization = (orgId: string) => Math.max(0, perOrganization() - heldByOrganization(orgId));
  const hasRoom = (usage: Usage<T>) =>
    free() > 0 && usage.underWay < capOf(usage.isFailing) && freeOfOrganization(usage.org_id) > 0;

  function inTurn<E extends WebhookKey>(endpoints: E[]): E[] {
    return endpoints.sort((a, b) => heldByOrganization(a.org_id) - heldByOrganization(b.org_id));
  }

  function isSlow(key: string): boolean {
    const until = slowUntil.get(key);
    if (until === undefined || performance.now() < until) return until !== undefined;
    slowUntil.delete(key);
    return false;
  }

  function count(orgId: string, by: 1 | -1): void {
    total += by;
    const ofOrganization = heldByOrganization(orgId) + by;
    if (ofOrganization === 0) ofOrganizations.delete(orgId);
    else ofOrganizations.set(orgId, ofOrganization);
  }

  function usageOf({ org_id, id }: WebhookKey): Usage<T> {
    const key = keyOf({ org_id, id });
    let usage = usages.get(key);
    if (usage === undefined)
      usages.set(key, (usage = { org_id, id, underWay: 0, line: new Set(), isFailing: false, hasMore: false }));
    return usage;
  }

  function leaveLine(usage: Usage<T>, claim: T): boolean {
    const wasWaiting = usage.line.delete(claim);
    if (wasWaiting) waiting--;
    return wasWaiting;
  }

  function begin(usage: Usage<T>): void {
    usage.underWay++;
    count(usage.org_id, 1);
  }

  function forgetIdle(usage: Usage<T>): void {
    if (heldBy(usage) === 0 && !usage.hasMore) usages.delete(keyOf(usage));
  }

  const freeOf = (webhook: Endpoint) =>
    Math.max(0, capOf(webhook.failing_since !== null) - (usages.get(keyOf(webhook))?.underWay ?? 0));

  function freeInLine(webhook: Endpoint): number {
    const key = keyOf(webhook);
    if (isLowered() || webhook.failing_since !== null || isSlow(key)) return 0;
    return Math.max(0, waitingPerWebhook - (usages.get(key)?.line.size ?? 0));
  }

  return {
    underWay: () => total,
    waiting: () => waiting,
    free,
    freeOf,
    freeOfOrganization,
    freeInLine,
    room: (webhook) => Math.min(freeOf(webhook), freeOfOrganization(webhook.org_id), free()) + freeInLine(webhook),
    inTurn,
    take(claim) {
      const usage = usageOf(claim.webhook);
      usage.isFailing = claim.webhook.failing_since !== null;
      const isFree = usage.line.size === 0 && hasRoom(usage);
      if (isFree) begin(usage);
      else {
        usage.line.add(claim);
        waiting++;
      }
      return isFree;
    },
    next(webhook, mayStart) {
      const usage = usages.get(keyOf(webhook));
      const [claim] = usage?.line ?? [];
      if (usage === undefined || claim === undefined || !hasRoom(usage) || !mayStart(claim)) return undefined;
      leaveLine(usage, claim);
      begin(usage);
      return claim;
    },
    isWaiting: (claim) => usages.get(keyOf(claim.webhook))?.line.has(claim) === true,
    give(claim) {
      const usage = usageOf(claim.webhook);
      if (!leaveLine(usage, claim)) {
        usage.underWay--;
        count(usage.org_id, -1);
      }
      forgetIdle(usage);
      return usage.hasMore || isAnyLeft;
    },
    noteSlow(webhook) {
      // While limits are lowered, a long wait does not show that the endpoint is slow, because slots may be lacking.
      if (isLowered()) return;
      slowUntil.set(keyOf(webhook), performance.now() + memoryMs);
    },
    noteMore(webhook) {
      usageOf(webhook).hasMore = true;
    },
    takeReady() {
      const ready: Usage<T>[] = [];
      const freeOfEach = new Map<string, number>();
      isAnyLeft = false;
      for (const usage of inTurn([...usages.values()])) {
        if (!usage.hasMore || usage.line.size > 0 || usage.underWay >= capOf(usage.isFailing)) continue;
        const freeOfThis = freeOfEach.get(usage.org_id) ?? freeOfOrganization(usage.org_id);
        if (ready.length >= free() || freeOfThis === 0) isAnyLeft = true;
        else ready.push(usage);
        freeOfEach.set(usage.org_id, Math.max(0, freeOfThis - 1));
      }
      for (const usage of ready) {
        usage.hasMore = false;
        // Moves these endpoints to the end, so that those that were left out come first next time.
        usages.delete(keyOf(usage));
        if (heldBy(usage) > 0) usages.set(keyOf(usage), usage);
      }
      return ready.map(({ org_id, id }) => ({ org_id, id }));
    },
    noteExhausted({ only, underWay, perOrganization: mostOfOrganization, most: mostClaimed }, claimedOf) {
      let claimedInAll = 0;
      for (const claimed of claimedOf.values()) claimedInAll += claimed;
      // Claiming reached its total limit, so it may have ended before reaching every endpoint.
      if (claimedInAll >= mostClaimed && only !== "all") for (const webhook of only) usageOf(webhook).hasMore = true;
      // Uses the counts that were passed to the claim, because some of those attempts have ended since.
      const ofOrganization = new Map<string, number>();
      for (const { org_id, count: held } of underWay)
        ofOrganization.set(org_id, (ofOrganization.get(org_id) ?? 0) + held);
      // The share that an endpoint has if its organization has the maximum number of endpoints.
      const leastShareOf = (orgId: string) =>
        Math.max(1, Math.floor((mostOfOrganization - (ofOrganization.get(orgId) ?? 0)) / mostWebhooks));
      const asked = new Map(underWay.map((webhook) => [keyOf(webhook), webhook.count]));
      for (const [key, usage] of usages) {
        const claimed = claimedOf.get(key) ?? 0;
        const isAtCap = (asked.get(key) ?? 0) + claimed >= capOf(usage.isFailing);
        if (isAtCap || claimed >= leastShareOf(usage.org_id)) usage.hasMore = true;
      }
    },
    limitsFor(webhooks) {
      const only =
        webhooks === "all"
          ? webhooks
          : webhooks.map(({ org_id, id }) => {
              const usage = usages.get(keyOf({ org_id, id }));
              const own = usage === undefined ? 0 : heldBy(usage);
              return { org_id, id, own, ofOrganization: heldByOrganization(org_id) };
            });
      const underWay = [...usages.values()].map((usage) => ({
        org_id: usage.org_id,
        id: usage.id,
        count: heldBy(usage),
      }));
      return { only, perWebhook, perFailingWebhook, perOrganization: perOrganization(), underWay, most: free() };
    },
  };
}
