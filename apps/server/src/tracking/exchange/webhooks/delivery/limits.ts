import { monitorEventLoopDelay } from "node:perf_hooks";
import { dayMs } from "#platform/days.ts";
import { pollMs } from "#platform/jobs/job-runner.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";

// The numbers of delivery. The ones that are multiples of others change with them.

/** The maximum number of attempts in progress at this node, in total and per endpoint. */
const most = 2_000;
const perWebhook = 8;

/**
 * How many changes a round takes from an organization, and how many claims may wait for an endpoint: enough to keep a
 * prompt endpoint busy until the next round, and little enough to be released if the endpoint turns out to be slow.
 */
export const batchOfEach = 100;

/** The maximum number of rows per SQL statement, and of items of one kind in the node's memory. */
export const blockSize = rowsOfStatement;

/** How long results are collected before they are written together, and how long a statement waits for a row lock. */
export const gatherMs = 20;

/** How long a claim waits for an attempt to end, and a result for a locked delivery. */
export const patienceMs = pollMs / 2;

/** How many endpoints of an organization catch up in one run, so that none delays the endpoints of others. */
export const endpointsCaughtUp = 8;

/**
 * How many deliveries of an endpoint may be pending for each due one: a recovered endpoint receives new events while its
 * failed deliveries wait for their next attempts.
 */
export const pendingForEachDue = 5;

export const defaultSlots = {
  most,
  /** Further attempts that are allowed for organizations without attempts in progress. */
  firsts: most / 10,
  perWebhook,
  /** For an endpoint that only fails. It is lower, because attempts that time out occupy their slots longest. */
  perFailingWebhook: perWebhook / 4,
  /** For all endpoints of one organization together. */
  perOrganization: most / 5,
  /** The maximum number of an endpoint's claims that wait for an attempt to end. */
  waitingPerWebhook: batchOfEach,
};
export type SlotLimits = typeof defaultSlots;

/** The limits that apply while requests need the event loop: two busy endpoints, and three organizations with them. */
export const minSlots = { most: 6 * perWebhook, perOrganization: 2 * perWebhook };

export const defaultTimings = {
  /** The longest delay if no notification wakes the sender. */
  pollMs,
  /** How long a node may be silent before other nodes take over its claims. */
  silentMs: 6 * pollMs,
  /**
   * The age at which a claim is taken over even if its node is alive. An attempt begins only in the first half of it,
   * because it must end, which takes up to 15 s, and be recorded within the lease.
   */
  leaseMs: 50 * pollMs,
  /** The grace period for attempts in progress when the node stops. */
  graceMs: 3 * pollMs,
};
export type SenderTimings = typeof defaultTimings;

/**
 * An endpoint is disabled after failing for `givenUpAfterMs` without a success. Deliveries are retried for half of the
 * period.
 */
export const retryLimits = { longestWaitMs: dayMs, jitter: 0.2, givenUpAfterMs: 5 * dayMs };

/** When the load from requests slows down deliveries. */
export const yielding = {
  judgedEveryMs: patienceMs / 2,
  /** More commits than people cause. */
  commitsPerSecond: 400,
  longestMs: 30 * pollMs,
  /** A turn of the event loop that delays requests. */
  turnMs: 10,
  /** The factor by which the limits on attempts rise at each assessment. */
  easing: 1.25,
};

interface PressureDeps {
  /** Returns the number of requests that this process has answered. */
  servedRequests: () => number;
  /** Returns the length of the longest turn of the event loop since the last call. */
  longestTurnMs: () => number;
  now: () => number;
}

export type Pressure = ReturnType<typeof createPressure>;

/**
 * The load from requests, and how much it slows down deliveries.
 *
 * Deliveries are sent only at the polling interval while commits are more frequent than people alone would cause, as
 * during an import, because clients wait for responses but nobody waits for an event. Idle CPU would not indicate
 * capacity, because commits and deliveries wait for the disk. After 30 s of uninterrupted load, deliveries resume, so
 * events are not delayed forever.
 *
 * The limit on attempts falls to `minSlots` as soon as requests share the event loop with long turns. Otherwise it rises
 * slowly, because raising it at once would make turns long again.
 */
export function createPressure({ servedRequests, longestTurnMs, now }: PressureDeps) {
  let commits = 0;
  let judgedAt = now();
  let loadedSince: number | undefined;
  let served = servedRequests();
  let ease = Number.POSITIVE_INFINITY;

  return {
    /** Records a commit of a request. */
    noteCommit() {
      commits++;
    },
    /** Whether requests commit so frequently that deliveries should yield. */
    isHigh: () => loadedSince !== undefined && now() - loadedSince < yielding.longestMs,
    /** The factor by which the limits on attempts may exceed `minSlots`, from 1 to Infinity. */
    ease: () => ease,
    /** Assesses the load since the last call. */
    judge() {
      const at = now();
      const isLoaded = commits * 1_000 > yielding.commitsPerSecond * (at - judgedAt);
      loadedSince = isLoaded ? (loadedSince ?? judgedAt) : undefined;
      const isTurnLong = longestTurnMs() > yielding.turnMs;
      ease = isTurnLong && servedRequests() !== served ? 1 : ease * yielding.easing;
      commits = 0;
      judgedAt = at;
      served = servedRequests();
    },
  };
}

export type Turns = ReturnType<typeof measureTurns>;

/** Measures the turns of this process's event loop until it is stopped. */
export function measureTurns() {
  // The delay of a timer with this interval measures the length of a turn.
  const resolution = yielding.turnMs;
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
