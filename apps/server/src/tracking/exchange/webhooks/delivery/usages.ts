import { keyOf, type WebhookKey } from "./queries.ts";

/** The claims of an endpoint on this node. */
export interface Usage<T> extends WebhookKey {
  /** The number of attempts in progress. */
  underWay: number;
  /** Claimed deliveries that wait for a slot, oldest first. */
  line: Set<T>;
  isFailing: boolean;
  /** Whether due deliveries were left unclaimed because there was no room for them. */
  hasMore: boolean;
}

export interface Usages<T> {
  /** The usages by the endpoint's key. Endpoints that were left out of a claim come first. */
  byKey: ReadonlyMap<string, Usage<T>>;
  /** The numbers of attempts in progress and of waiting claims, in total. */
  underWay(): number;
  waiting(): number;
  /** The number of attempts in progress for an organization. */
  ofOrganization(orgId: string): number;
  /** Returns the usage of an endpoint, creating it if necessary. */
  of(webhook: WebhookKey): Usage<T>;
  begin(usage: Usage<T>): void;
  end(usage: Usage<T>): void;
  joinLine(usage: Usage<T>, claim: T): void;
  /** Returns whether the claim was in line. */
  leaveLine(usage: Usage<T>, claim: T): boolean;
  forgetIdle(usage: Usage<T>): void;
  /** Moves an endpoint to the end, or removes it if it has no claims. */
  moveLast(usage: Usage<T>): void;
}

export function heldBy(usage: Usage<unknown>): number {
  return usage.underWay + usage.line.size;
}

/** Counts the attempts in progress and the waiting claims of each endpoint and of each organization. */
export function createUsages<T>(): Usages<T> {
  const byKey = new Map<string, Usage<T>>();
  const ofOrganizations = new Map<string, number>();
  let total = 0;
  let waiting = 0;

  const ofOrganization = (orgId: string) => ofOrganizations.get(orgId) ?? 0;

  function count(orgId: string, by: 1 | -1): void {
    total += by;
    const held = ofOrganization(orgId) + by;
    if (held === 0) ofOrganizations.delete(orgId);
    else ofOrganizations.set(orgId, held);
  }

  return {
    byKey,
    underWay: () => total,
    waiting: () => waiting,
    ofOrganization,
    of({ org_id, id }) {
      const key = keyOf({ org_id, id });
      let usage = byKey.get(key);
      if (usage === undefined)
        byKey.set(key, (usage = { org_id, id, underWay: 0, line: new Set(), isFailing: false, hasMore: false }));
      return usage;
    },
    begin(usage) {
      usage.underWay++;
      count(usage.org_id, 1);
    },
    end(usage) {
      usage.underWay--;
      count(usage.org_id, -1);
    },
    joinLine(usage, claim) {
      usage.line.add(claim);
      waiting++;
    },
    leaveLine(usage, claim) {
      const wasWaiting = usage.line.delete(claim);
      if (wasWaiting) waiting--;
      return wasWaiting;
    },
    forgetIdle(usage) {
      if (heldBy(usage) === 0 && !usage.hasMore) byKey.delete(keyOf(usage));
    },
    moveLast(usage) {
      byKey.delete(keyOf(usage));
      if (heldBy(usage) > 0) byKey.set(keyOf(usage), usage);
    },
  };
}
