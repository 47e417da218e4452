export interface PendingLimits {
  ofOrganization: number;
  /**
   * The least and most pending deliveries of one endpoint. Between them, each endpoint has an equal share of its
   * organization's limit.
   */
  ofEndpoint: { least: number; most: number };
  /** How often a failing endpoint gets an event beyond its share, to detect that it has recovered. */
  probeMs: number;
}

export const usualPending: PendingLimits = {
  ofOrganization: 25_000,
  ofEndpoint: { least: 50, most: 2_000 },
  probeMs: 10_000,
};
