export interface PendingLimits {
  ofOrganization: number;
  /**
   * The minimum and maximum number of pending deliveries per endpoint. Within these bounds, the endpoints of an
   * organization share its limit equally.
   */
  ofEndpoint: { least: number; most: number };
  /** How often a failing endpoint gets an event beyond its share, to detect that it has recovered. */
  probeMs: number;
}

export const defaultPending: PendingLimits = {
  ofOrganization: 25_000,
  ofEndpoint: { least: 50, most: 2_000 },
  probeMs: 10_000,
};
