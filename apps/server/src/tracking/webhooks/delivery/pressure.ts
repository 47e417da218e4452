import { availableParallelism, cpus } from "node:os";

/** Whether requests need the machine for themselves. */
export interface Pressure {
  /** Something was committed by a request. */
  noteCommit(): void;
  isHigh(): boolean;
}

const sampleMs = 200;
const manyPerSecond = 400;
const busyShare = 0.85;

/**
 * High while this node commits a lot and the machine has next to no idle time: then each delivery would slow down those
 * who wait for an answer, which nobody does for an event. Either alone is no reason to hold events back.
 */
export function watchPressure(): Pressure {
  let commits = 0;
  let sampledAt = performance.now();
  let idle = idleMs();
  let isHigh = false;

  function sample(nowMs: number): void {
    const elapsedMs = nowMs - sampledAt;
    const idleNow = idleMs();
    const isBusy = idleNow - idle < (1 - busyShare) * elapsedMs * availableParallelism();
    isHigh = isBusy && commits * 1_000 > manyPerSecond * elapsedMs;
    commits = 0;
    sampledAt = nowMs;
    idle = idleNow;
  }

  return {
    noteCommit() {
      commits++;
    },
    isHigh() {
      const nowMs = performance.now();
      if (nowMs - sampledAt >= sampleMs) sample(nowMs);
      return isHigh;
    },
  };
}

function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}
