/** Limits on pending deliveries. */
export interface PendingLimits {
  ofOrganization: number;
  /** The bounds of one endpoint's equal share of its organization's limit. */
  ofEndpoint: { least: number; most: number };
  /** The interval at which a failing endpoint gets an event beyond its share, which detects its recovery. */
  probeMs: number;
}

export interface PendingBounds {
  mostDue: number;
  mostPending: number;
}

/** The pending deliveries of an endpoint. */
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

// A recovered endpoint receives new events while deliveries that failed before wait for their next attempts.
const waitingForEachDue = 5;

export function pendingBounds(endpoints: number, { ofOrganization, ofEndpoint }: PendingLimits): PendingBounds {
  const share = Math.max(ofEndpoint.least, Math.floor(ofOrganization / endpoints));
  const mostDue = Math.min(ofEndpoint.most, share);
  return { mostDue, mostPending: mostDue * waitingForEachDue };
}

/** How many more deliveries an endpoint may get. */
export function roomOf(isFailing: boolean, { due, pending }: Pending, { mostDue, mostPending }: PendingBounds): number {
  return Math.max(0, isFailing ? mostDue - pending : Math.min(mostDue - due, mostPending - pending));
}
