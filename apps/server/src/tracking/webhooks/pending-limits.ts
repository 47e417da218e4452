export interface PendingLimits {
  ofOrganization: number;
  /** The bounds of one endpoint's equal share of its organization's limit. */
  ofEndpoint: { least: number; most: number };
  /** The interval at which a failing endpoint gets an event beyond its share, to detect its recovery. */
  probeMs: number;
}

export const usualPending: PendingLimits = {
  ofOrganization: 25_000,
  ofEndpoint: { least: 50, most: 2_000 },
  probeMs: 10_000,
};
