/** How many deliveries may be pending. */
export interface PendingLimits {
  ofOrganization: number;
  /** Of one endpoint: an equal share of what its organization may have, within these. */
  ofEndpoint: { least: number; most: number };
  /** How often one that fails is given an event beyond its share, so that it is noticed when it works again. */
  probeMs: number;
}

export interface PendingBounds {
  mostDue: number;
  mostPending: number;
}

/** What is pending of an endpoint. */
export interface Pending {
  due: number;
  pending: number;
  is_fresh: boolean;
}

export const usualPendingLimits: PendingLimits = {
  ofOrganization: 25_000,
  ofEndpoint: { least: 50, most: 2_000 },
  probeMs: 10_000,
};

// An endpoint that works again is told of new events while those that failed before still wait for their next attempts.
const waitingForEachDue = 5;

export function pendingBounds(endpoints: number, { ofOrganization, ofEndpoint }: PendingLimits): PendingBounds {
  const share = Math.max(ofEndpoint.least, Math.floor(ofOrganization / endpoints));
  const mostDue = Math.min(ofEndpoint.most, share);
  return { mostDue, mostPending: mostDue * waitingForEachDue };
}

/** How many more deliveries may be made for an endpoint. */
export function roomOf(isFailing: boolean, { due, pending }: Pending, { mostDue, mostPending }: PendingBounds): number {
  return Math.max(0, isFailing ? mostDue - pending : Math.min(mostDue - due, mostPending - pending));
}
