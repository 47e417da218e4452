import { dayMs } from "#platform/days.ts";

/** The maximum number of attempts in progress at this node, in total and per endpoint. */
export interface SlotLimits {
  most: number;
  /** Further attempts that are allowed for organizations without attempts in progress. */
  firsts: number;
  perWebhook: number;
  /**
   * The limit for an endpoint that only fails. It is lower, because attempts that time out occupy their slots longest.
   */
  perFailingWebhook: number;
  /** The limit for all endpoints of one organization together. */
  perOrganization: number;
  /** The maximum number of an endpoint's claims that wait for one of its slots. */
  waitingPerWebhook: number;
}

export const defaultSlots: SlotLimits = {
  most: 2_000,
  firsts: 200,
  perWebhook: 8,
  perFailingWebhook: 2,
  perOrganization: 400,
  waitingPerWebhook: 100,
};

/** The limits that apply while requests need the event loop. */
export const minSlots = { most: 48, perOrganization: 16 };

export interface SenderTimings {
  /** The polling interval, which is the longest delay if no notification wakes the sender. */
  pollMs: number;
  /** The heartbeat interval, and how long a node may be silent before other nodes take over its attempts. */
  beatMs: number;
  silentMs: number;
  /** The age at which an attempt is taken over even if its node is alive. */
  leaseMs: number;
  /**
   * An attempt starts only if more than this is left of the lease, because it must end and be recorded within the
   * lease.
   */
  leaseLeftMs: number;
  /** The grace period for attempts in progress when the node stops. */
  graceMs: number;
}

export const defaultTimings: SenderTimings = {
  pollMs: 1_000,
  beatMs: 1_500,
  silentMs: 6_000,
  leaseMs: 50_000,
  leaseLeftMs: 20_000,
  graceMs: 3_000,
};

/** The maximum numbers per organization and round, so that no organization delays the others. */
export const roundOfEach = { changes: 50, changesUnderPressure: 5, deliveries: 1_500, endpointsCaughtUp: 8 };

/** The maximum number of rows per SQL statement, and of items of one kind in the node's memory. */
export const blockSize = 1_000;

/** How long results and health records are collected before they are written together. */
export const gatherMs = 20;

/** How long to wait for a slot or for a database lock. */
export const patienceMs = 500;

/** How long the node remembers that an endpoint is slow, or that an organization has endpoints. */
export const memoryMs = 60_000;

/**
 * An endpoint is disabled after failing for `givenUpAfterMs` without a success. Deliveries are retried for the same
 * period.
 */
export const retryLimits = { longestWaitMs: dayMs, jitter: 0.2, givenUpAfterMs: 5 * dayMs };

/**
 * How often the load is assessed and what indicates it, and how deliveries yield: with a pause before each round, or
 * with fewer slots.
 */
export const yielding = {
  judgedEveryMs: 200,
  commitsPerSecond: 400,
  pauseMs: 100,
  longestPauseMs: 30_000,
  turnMs: 10,
  servedMs: 1_000,
  easing: 1.25,
};

/** How many attempts begin in one turn of the event loop. */
export const attemptsInRow = 20;

/** The least time between rounds for commits of organizations that are not known to have endpoints. */
export const strangerMs = 50;

/**
 * How many deliveries of an endpoint may be pending for each due one: a recovered endpoint receives new events while its
 * failed deliveries wait for their next attempts.
 */
export const waitingForEachDue = 5;
