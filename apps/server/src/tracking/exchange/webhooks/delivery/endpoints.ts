import { keyOf, type WebhookKey } from "./claims.ts";
import { memoryMs, minSlots, type SlotLimits } from "./limits.ts";

/** An endpoint for which this node has claims or could claim more. */
export interface Endpoint<T> extends WebhookKey {
  isFailing: boolean;
  /** The number of attempts in progress. */
  underWay: number;
  /** The claims that wait for an attempt to end, oldest first. */
  waiting: T[];
  /** Whether due deliveries may be left that no node has claimed. */
  hasMore: boolean;
  /** Until then no claims wait for the endpoint, because some have waited too long. */
  slowUntil: number;
}

/** The endpoint's row, or only its key. */
type FailingKey = WebhookKey & { failing_since?: string | null };

interface Asking<T> {
  endpoint: Endpoint<T>;
  wanted: number;
}

export type Endpoints<T> = ReturnType<typeof createEndpoints<T>>;

/**
 * The endpoints that occupy this node: what it has claimed for them, and how much more there is room for. A slow or
 * dead endpoint gets no more than its share, and every organization gets at least one attempt. `ease` returns the
 * factor by which the limits may exceed the lowest ones.
 */
export function createEndpoints<T>(limits: SlotLimits, ease: () => number = () => Number.POSITIVE_INFINITY) {
  /** Those that got claims last come last. */
  const byKey = new Map<string, Endpoint<T>>();
  const ofOrganizations = new Map<string, number>();
  /** Organizations with endpoints that got none of the last claims, because others had all attempts. */
  let leftOut = new Set<string>();
  let underWay = 0;
  let waiting = 0;

  const most = () => Math.min(limits.most, Math.floor(minSlots.most * ease()));
  const ofEach = () => Math.min(limits.perOrganization, Math.floor(minSlots.perOrganization * ease()));
  const isLowered = () => most() < limits.most || ofEach() < limits.perOrganization;
  const isFull = () => underWay >= most();
  const free = () => Math.max(0, most() + (isFull() ? limits.firsts : 0) - underWay);
  const ofOrganization = (orgId: string) => ofOrganizations.get(orgId) ?? 0;
  // If a few organizations occupy all attempts with endpoints that never respond, every other one still gets one.
  const freeOfOrganization = (orgId: string) => Math.max(0, (isFull() ? 1 : ofEach()) - ofOrganization(orgId));
  const capOf = ({ isFailing }: Endpoint<T>) => (isFailing ? limits.perFailingWebhook : limits.perWebhook);
  const freeOf = (endpoint: Endpoint<T>) => Math.max(0, capOf(endpoint) - endpoint.underWay - endpoint.waiting.length);

  /** The number of claims that may wait for the endpoint. */
  function lineOf({ isFailing, slowUntil }: Endpoint<T>): number {
    return isFailing || isLowered() || performance.now() < slowUntil ? 0 : limits.waitingPerWebhook;
  }

  /** Whether there are more deliveries for the endpoint, and at least half of its room is free. */
  function isHungry(endpoint: Endpoint<T>): boolean {
    const line = lineOf(endpoint);
    return endpoint.hasMore && endpoint.waiting.length <= line / 2 && (line > 0 || freeOf(endpoint) > 0);
  }

  function count({ org_id: orgId }: Endpoint<T>, by: 1 | -1): void {
    underWay += by;
    const held = ofOrganization(orgId) + by;
    if (held === 0) ofOrganizations.delete(orgId);
    else ofOrganizations.set(orgId, held);
  }

  function forgetIdle(endpoint: Endpoint<T>): void {
    if (endpoint.underWay === 0 && endpoint.waiting.length === 0 && !endpoint.hasMore) byKey.delete(keyOf(endpoint));
  }

  /** Returns the endpoint, which is forgotten unless something is noted of it at once. */
  function of({ org_id, id, failing_since }: FailingKey): Endpoint<T> {
    const idle = { org_id, id, isFailing: false, underWay: 0, waiting: [], hasMore: false, slowUntil: 0 };
    const endpoint = byKey.get(keyOf({ org_id, id })) ?? idle;
    if (failing_since !== undefined) endpoint.isFailing = failing_since !== null;
    return endpoint;
  }

  /**
   * Shares the free attempts between endpoints that have `wanted` deliveries each, and lets further claims wait for
   * those that have attempts. The organizations with the fewest attempts in progress come first. Returns how many to
   * claim for each endpoint, `budget` in total, by its key.
   */
  function shareOut(asking: readonly Asking<T>[], budget: number): Map<string, number> {
    const shares = new Map<string, number>();
    const groups = [...Map.groupBy(asking, ({ endpoint }) => endpoint.org_id)];
    let [left, freeOfAll] = [budget, free()];
    for (const [orgId, ofThis] of groups.sort(([a], [b]) => ofOrganization(a) - ofOrganization(b))) {
      let freeOfThis = freeOfOrganization(orgId);
      const evenly = Math.max(1, Math.floor(freeOfThis / ofThis.length));
      for (const { endpoint, wanted } of ofThis) {
        const slots = Math.min(wanted, freeOf(endpoint), evenly, freeOfThis, freeOfAll);
        // Claims may wait only if an attempt ends at which the next one begins.
        const inLine = slots > 0 || endpoint.underWay > 0 ? Math.max(0, lineOf(endpoint) - endpoint.waiting.length) : 0;
        const granted = Math.min(wanted, slots + inLine, left);
        freeOfThis -= slots;
        freeOfAll -= slots;
        left -= granted;
        if (granted > 0) shares.set(keyOf(endpoint), granted);
      }
    }
    return shares;
  }

  return {
    of,
    /** Returns how many of their deliveries this node may claim for the endpoints, by key; see `shareOut`. */
    share: (asking: readonly { webhook: FailingKey; wanted: number }[]) =>
      shareOut(
        asking.map(({ webhook, wanted }) => ({ endpoint: of(webhook), wanted })),
        Number.POSITIVE_INFINITY,
      ),
    isHungry,
    all: () => [...byKey.values()],
    underWay: () => underWay,
    waiting: () => waiting,
    isLeftOut: (orgId: string) => leftOut.has(orgId),
    noteMore(webhook: FailingKey): void {
      const endpoint = of(webhook);
      endpoint.hasMore = true;
      byKey.set(keyOf(endpoint), endpoint);
    },
    /** Returns the hungry endpoints that there is room for, and how many deliveries to claim for each. */
    takeHungry(budget: number): (WebhookKey & { most: number })[] {
      const hungry = [...byKey.values()].filter(isHungry);
      const shares = shareOut(
        hungry.map((endpoint) => ({ endpoint, wanted: Number.POSITIVE_INFINITY })),
        budget,
      );
      const isServed = (endpoint: Endpoint<T>) => shares.has(keyOf(endpoint));
      leftOut = new Set(hungry.filter((each) => !isServed(each) && freeOf(each) > 0).map(({ org_id: orgId }) => orgId));
      return hungry.filter(isServed).map((endpoint) => {
        endpoint.hasMore = false;
        forgetIdle(endpoint);
        const { org_id, id } = endpoint;
        return { org_id, id, most: shares.get(keyOf(endpoint)) ?? 0 };
      });
    },
    wait(endpoint: Endpoint<T>, claim: T): void {
      endpoint.waiting.push(claim);
      waiting++;
      byKey.delete(keyOf(endpoint));
      byKey.set(keyOf(endpoint), endpoint);
    },
    /** Gives a free attempt to the claim that has waited longest. */
    begin(endpoint: Endpoint<T>): T | undefined {
      const isFree = endpoint.underWay < capOf(endpoint) && free() > 0 && freeOfOrganization(endpoint.org_id) > 0;
      const claim = isFree ? endpoint.waiting.shift() : undefined;
      if (claim === undefined) return undefined;
      waiting--;
      endpoint.underWay++;
      count(endpoint, 1);
      return claim;
    },
    end(endpoint: Endpoint<T>): void {
      endpoint.underWay--;
      count(endpoint, -1);
      forgetIdle(endpoint);
    },
    /** Removes and returns the claims that have waited too long, and lets none wait for their endpoints for a while. */
    takeLate(isLate: (claim: T) => boolean): T[] {
      return [...byKey.values()].flatMap((endpoint) => {
        const late = endpoint.waiting.filter(isLate);
        if (late.length === 0) return [];
        endpoint.waiting = endpoint.waiting.filter((claim) => !isLate(claim));
        waiting -= late.length;
        endpoint.hasMore = true;
        // While limits are lowered, a long wait does not show that the endpoint is slow, because attempts may be lacking.
        if (!isLowered()) endpoint.slowUntil = performance.now() + memoryMs;
        return late;
      });
    },
  };
}
