import { keyOf, type WebhookKey } from "./claims.ts";
import { minSlots, type SlotLimits } from "./limits.ts";

/** An endpoint for which this node has claims or could claim more. */
export interface Endpoint<T> extends WebhookKey {
  isFailing: boolean;
  /** The number of attempts in progress. */
  underWay: number;
  /** The claims that wait for an attempt to end, oldest first. */
  waiting: T[];
  /** Whether due deliveries may be left that no node has claimed. */
  hasMore: boolean;
  /** How many claims may wait: none after some have waited too long, then twice as many each time. */
  line: number;
}

/** The endpoint's row, or only its key. */
type WebhookOrKey = WebhookKey & { failing_since?: string | null };

/**
 * The endpoints that occupy this node: what it has claimed for them, and how much more there is room for. A slow or
 * dead endpoint gets no more than its share, and every organization gets at least one attempt.
 */
export class Endpoints<T> {
  /** The numbers of attempts in progress and of waiting claims. */
  underWay = 0;
  waiting = 0;
  /** In the order in which they last got claims. */
  readonly #byKey = new Map<string, Endpoint<T>>();
  readonly #ofOrganizations = new Map<string, number>();
  /** Organizations with endpoints that got none of the last claims, because others had all attempts. */
  #leftOut = new Set<string>();
  readonly #limits: SlotLimits;
  readonly #ease: () => number;

  /** `ease` returns the factor by which the limits may exceed the lowest ones. */
  constructor(limits: SlotLimits, ease: () => number = () => Number.POSITIVE_INFINITY) {
    this.#limits = limits;
    this.#ease = ease;
  }

  #most(name: "most" | "perOrganization"): number {
    return Math.min(this.#limits[name], Math.floor(minSlots[name] * this.#ease()));
  }

  #isLowered(): boolean {
    return this.#most("most") < this.#limits.most || this.#most("perOrganization") < this.#limits.perOrganization;
  }

  #isFull(): boolean {
    return this.underWay >= this.#most("most");
  }

  #free(): number {
    return Math.max(0, this.#most("most") + (this.#isFull() ? this.#limits.firsts : 0) - this.underWay);
  }

  #ofOrganization(orgId: string): number {
    return this.#ofOrganizations.get(orgId) ?? 0;
  }

  #freeOfOrganization(orgId: string): number {
    // If a few organizations occupy all attempts with endpoints that never respond, every other one still gets one.
    return Math.max(0, (this.#isFull() ? 1 : this.#most("perOrganization")) - this.#ofOrganization(orgId));
  }

  #cap({ isFailing }: Endpoint<T>): number {
    return isFailing ? this.#limits.perFailingWebhook : this.#limits.perWebhook;
  }

  #freeOf(endpoint: Endpoint<T>): number {
    return Math.max(0, this.#cap(endpoint) - endpoint.underWay - endpoint.waiting.length);
  }

  /** The number of claims that may wait for the endpoint. */
  #line({ isFailing, line }: Endpoint<T>): number {
    return isFailing || this.#isLowered() ? 0 : line;
  }

  #count(endpoint: Endpoint<T>, by: 1 | -1): void {
    endpoint.underWay += by;
    this.underWay += by;
    const now = this.#ofOrganization(endpoint.org_id) + by;
    if (now === 0) this.#ofOrganizations.delete(endpoint.org_id);
    else this.#ofOrganizations.set(endpoint.org_id, now);
  }

  #forgetIdle({ underWay, waiting, hasMore, ...key }: Endpoint<T>): void {
    if (underWay === 0 && waiting.length === 0 && !hasMore) this.#byKey.delete(keyOf(key));
  }

  /** Returns the endpoint. An idle one is forgotten unless something is noted of it at once. */
  of({ org_id, id, failing_since }: WebhookOrKey): Endpoint<T> {
    const line = this.#limits.waitingPerWebhook;
    const idle = { org_id, id, isFailing: false, underWay: 0, waiting: [], hasMore: false, line };
    const endpoint = this.#byKey.get(keyOf({ org_id, id })) ?? idle;
    if (failing_since !== undefined) endpoint.isFailing = failing_since !== null;
    return endpoint;
  }

  all(): Endpoint<T>[] {
    return [...this.#byKey.values()];
  }

  isLeftOut({ org_id: orgId }: WebhookKey): boolean {
    return this.#leftOut.has(orgId);
  }

  /**
   * Whether there are more deliveries for the endpoint, and it is half empty: of claims that wait or, while limits are
   * lowered and none wait, of attempts.
   */
  isHungry(endpoint: Endpoint<T>): boolean {
    const line = this.#line(endpoint);
    if (!endpoint.hasMore || endpoint.waiting.length > line / 2) return false;
    return this.#isLowered() ? endpoint.underWay <= this.#cap(endpoint) / 2 : line > 0 || this.#freeOf(endpoint) > 0;
  }

  noteMore(webhook: WebhookOrKey): void {
    const endpoint = this.of(webhook);
    endpoint.hasMore = true;
    this.#byKey.set(keyOf(endpoint), endpoint);
  }

  /**
   * Returns the hungry endpoints that there is room for, or `all` with more deliveries, and how many to claim for each.
   */
  takeHungry(budget: number, all = false): (WebhookKey & { most: number })[] {
    const hungry = this.all().filter((endpoint) => (all ? endpoint.hasMore : this.isHungry(endpoint)));
    const asking = hungry.map((webhook) => ({ webhook, wanted: Number.POSITIVE_INFINITY }));
    const shares = this.share(asking, budget);
    this.#leftOut = new Set();
    return hungry.flatMap((endpoint) => {
      const { org_id, id } = endpoint;
      const most = shares.get(keyOf(endpoint));
      if (most === undefined) {
        if (this.#freeOf(endpoint) > 0) this.#leftOut.add(org_id);
        return [];
      }
      endpoint.hasMore = false;
      endpoint.line = Math.min(2 * endpoint.line + 1, this.#limits.waitingPerWebhook);
      this.#forgetIdle(endpoint);
      return [{ org_id, id, most }];
    });
  }

  /**
   * Shares the free attempts between endpoints that have `wanted` deliveries each, and lets further claims wait for
   * those that have attempts. The organizations with the fewest attempts in progress come first. Returns how many
   * deliveries this node may claim for each endpoint, `budget` in all, by its key.
   */
  share(
    asking: readonly { webhook: WebhookOrKey; wanted: number }[],
    budget = Number.POSITIVE_INFINITY,
  ): Map<string, number> {
    const shares = new Map<string, number>();
    const groups = [...Map.groupBy(asking, ({ webhook }) => webhook.org_id)];
    let [left, freeOfAll] = [budget, this.#free()];
    for (const [orgId, ofThis] of groups.sort(([a], [b]) => this.#ofOrganization(a) - this.#ofOrganization(b))) {
      let freeOfThis = this.#freeOfOrganization(orgId);
      const evenly = Math.max(1, Math.floor(freeOfThis / ofThis.length));
      for (const { webhook, wanted } of ofThis) {
        const endpoint = this.of(webhook);
        const slots = Math.min(wanted, this.#freeOf(endpoint), evenly, freeOfThis, freeOfAll);
        // Claims may wait only if an attempt ends at which the next one begins.
        const line =
          slots > 0 || endpoint.underWay > 0 ? Math.max(0, this.#line(endpoint) - endpoint.waiting.length) : 0;
        const granted = Math.min(wanted, slots + line, left);
        freeOfThis -= slots;
        freeOfAll -= slots;
        left -= granted;
        if (granted > 0) shares.set(keyOf(endpoint), granted);
      }
    }
    return shares;
  }

  wait(endpoint: Endpoint<T>, claim: T): void {
    endpoint.waiting.push(claim);
    this.waiting++;
    this.#byKey.delete(keyOf(endpoint));
    this.#byKey.set(keyOf(endpoint), endpoint);
  }

  /** Gives a free attempt to the claim that has waited longest. */
  begin(endpoint: Endpoint<T>): T | undefined {
    const isFree =
      endpoint.underWay < this.#cap(endpoint) && this.#free() > 0 && this.#freeOfOrganization(endpoint.org_id) > 0;
    const claim = isFree ? endpoint.waiting.shift() : undefined;
    if (claim === undefined) return undefined;
    this.waiting--;
    this.#count(endpoint, 1);
    return claim;
  }

  end(endpoint: Endpoint<T>): void {
    this.#count(endpoint, -1);
    this.#forgetIdle(endpoint);
  }

  /** Removes and returns the claims that have waited too long, and lets none wait for their endpoints at first. */
  takeLate(isLate: (claim: T) => boolean): T[] {
    return this.all().flatMap((endpoint) => {
      const late = endpoint.waiting.filter(isLate);
      if (late.length === 0) return [];
      endpoint.waiting = endpoint.waiting.filter((claim) => !isLate(claim));
      this.waiting -= late.length;
      endpoint.hasMore = true;
      // While limits are lowered, a long wait does not mean that the endpoint is slow: free attempts are scarce.
      if (!this.#isLowered()) endpoint.line = 0;
      return late;
    });
  }
}
