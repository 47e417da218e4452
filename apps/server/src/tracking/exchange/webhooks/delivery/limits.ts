import { monitorEventLoopDelay } from "node:perf_hooks";
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

/** The load from requests, and how much it slows down deliveries. Assessed five times a second. */
export interface Pressure {
  /** Records a commit of a request. */
  noteCommit(): void;
  /** Whether requests commit so frequently that deliveries should pause. */
  isHigh(): boolean;
  /** The factor by which the limits on attempts may exceed `minSlots`, from 1 to Infinity. */
  ease(): number;
  /** Assesses the load since the last call. */
  judge(): void;
}

export interface PressureDeps {
  /** Returns the number of requests that this process has answered. */
  servedRequests: () => number;
  /** Returns the length of the longest turn of the event loop since the last call. */
  longestTurnMs: () => number;
  now?: () => number;
}

/**
 * Deliveries pause while commits are more frequent than people alone would cause, as during an import, because clients
 * wait for responses but nobody waits for an event. Idle CPU would not indicate capacity, because commits and
 * deliveries wait for the disk. After 30 s of uninterrupted load, deliveries resume, so events are not delayed forever.
 *
 * The limit on attempts falls to `minSlots` as soon as requests share the event loop with long turns. It rises slowly
 * while turns are short, because raising it at once would make turns long again. Without requests it isn't lowered.
 */
export function createPressure(deps: PressureDeps): Pressure {
  const { servedRequests, longestTurnMs, now = () => performance.now() } = deps;
  let commits = 0;
  let judgedAt = now();
  let loadedSince: number | undefined;
  let served = servedRequests();
  let servedAt = Number.NEGATIVE_INFINITY;
  let ease = Number.POSITIVE_INFINITY;

  return {
    noteCommit() {
      commits++;
    },
    isHigh: () => loadedSince !== undefined && now() - loadedSince < yielding.longestPauseMs,
    ease: () => ease,
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

export interface Turns {
  /** Returns the length of the longest turn since the last call. */
  longestMs(): number;
  stop(): void;
}

/** Measures the turns of this process's event loop until it is stopped. */
export function measureTurns(): Turns {
  // The interval of the timer whose delay measures the length of a turn.
  const resolution = 10;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  return {
    longestMs() {
      const ms = delays.max / 1e6 - resolution;
      delays.reset();
      return ms;
    },
    stop: () => void delays.disable(),
  };
}
