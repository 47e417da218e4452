import { monitorEventLoopDelay } from "node:perf_hooks";
import { yielding } from "./limits.ts";

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
