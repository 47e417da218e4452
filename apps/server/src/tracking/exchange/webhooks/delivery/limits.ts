import { monitorEventLoopDelay } from "node:perf_hooks";
import { dayMs } from "#platform/days.ts";

/** The maximum number of attempts in progress at this node, in total and per endpoint. */
export const defaultSlots = {
  most: 2_000,
  /** Further attempts that are allowed for organizations without attempts in progress. */
  firsts: 200,
  perWebhook: 8,
  /** For an endpoint that only fails. It is lower, because attempts that time out occupy their slots longest. */
  perFailingWebhook: 2,
  /** For all endpoints of one organization together. */
  perOrganization: 400,
  /** The maximum number of an endpoint's claims that wait for an attempt to end. */
  waitingPerWebhook: 100,
};
export type SlotLimits = typeof defaultSlots;

/** The limits that apply while requests need the event loop. */
export const minSlots = { most: 48, perOrganization: 16 };

export const defaultTimings = {
  /** The polling interval, which is the longest delay if no notification wakes the sender. */
  pollMs: 1_000,
  /** The heartbeat interval, and how long a node may be silent before other nodes take over its attempts. */
  beatMs: 1_500,
  silentMs: 6_000,
  /** The age at which an attempt is taken over even if its node is alive. */
  leaseMs: 50_000,
  /** An attempt begins only if more than this is left of the lease, because it must be recorded within the lease. */
  leaseLeftMs: 20_000,
  /** The grace period for attempts in progress when the node stops. */
  graceMs: 3_000,
};
export type SenderTimings = typeof defaultTimings;

/** The maximum numbers per organization and round, so that no organization delays the others. */
export const roundOfEach = { changes: 50, changesUnderPressure: 5, deliveries: 1_500, endpointsCaughtUp: 8 };

/** The maximum number of rows per SQL statement, and of items of one kind in the node's memory. */
export const blockSize = 1_000;

/** How many attempts begin in one turn of the event loop. */
export const attemptsInRow = 20;

/** How long results and health records are collected before they are written together. */
export const gatherMs = 20;

/** The minimum time between rounds for commits of organizations that are not known to have endpoints. */
export const strangerMs = 50;

/** How long to wait for an attempt to end or for a database lock. */
export const patienceMs = 500;

/** How long the node remembers that an organization has endpoints. */
export const memoryMs = 60_000;

/**
 * How many deliveries of an endpoint may be pending for each due one: a recovered endpoint receives new events while its
 * failed deliveries wait for their next attempts.
 */
export const waitingForEachDue = 5;

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

interface PressureDeps {
  /** Returns the number of requests that this process has answered. */
  servedRequests: () => number;
  /** Returns the length of the longest turn of the event loop since the last call. */
  longestTurnMs: () => number;
  now?: () => number;
}

/**
 * The load from requests, and how much it slows down deliveries.
 *
 * Deliveries pause while commits are more frequent than people alone would cause, as during an import, because clients
 * wait for responses but nobody waits for an event. Idle CPU would not indicate capacity, because commits and
 * deliveries wait for the disk. After 30 s of uninterrupted load, deliveries resume, so events are not delayed forever.
 *
 * The limit on attempts falls to `minSlots` as soon as requests share the event loop with long turns. It rises slowly
 * while turns are short, because raising it at once would make turns long again. Without requests it isn't lowered.
 */
export type Pressure = ReturnType<typeof createPressure>;

export function createPressure({ servedRequests, longestTurnMs, now = () => performance.now() }: PressureDeps) {
  let commits = 0;
  let judgedAt = now();
  let loadedSince: number | undefined;
  let served = servedRequests();
  let servedAt = Number.NEGATIVE_INFINITY;
  let ease = Number.POSITIVE_INFINITY;

  return {
    /** Records a commit of a request. */
    noteCommit() {
      commits++;
    },
    /** Whether requests commit so frequently that deliveries should pause. */
    isHigh: () => loadedSince !== undefined && now() - loadedSince < yielding.longestPauseMs,
    /** The factor by which the limits on attempts may exceed `minSlots`, from 1 to Infinity. */
    ease: () => ease,
    /** Assesses the load since the last call. */
    judge() {
      const at = now();
      const isLoaded = commits * 1_000 > yielding.commitsPerSecond * (at - judgedAt);
      loadedSince = isLoaded ? (loadedSince ?? judgedAt) : undefined;
      if (servedRequests() !== served) servedAt = at;
      const isTurnLong = longestTurnMs() > yielding.turnMs;
      if (at - servedAt >= yielding.servedMs) ease = Number.POSITIVE_INFINITY;
      else ease = isTurnLong ? 1 : ease * yielding.easing;
      commits = 0;
      judgedAt = at;
      served = servedRequests();
    },
  };
}

export type Turns = ReturnType<typeof measureTurns>;

/** Measures the turns of this process's event loop until it is stopped. */
export function measureTurns() {
  // The interval of the timer whose delay measures the length of a turn.
  const resolution = 10;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  return {
    /** Returns the length of the longest turn since the last call. */
    longestMs() {
      const ms = delays.max / 1e6 - resolution;
      delays.reset();
      return ms;
    },
    stop: () => void delays.disable(),
  };
}
