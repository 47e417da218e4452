/** Whether requests need the machine for themselves. */
export interface Pressure {
  /** Something was committed by a request. */
  noteCommit(): void;
  isHigh(): boolean;
}

const sampleMs = 200;
const manyPerSecond = 400;

/**
 * High while requests commit more in a second than people do, as an import does: then each delivery slows down somebody
 * who waits for an answer, which nobody does for an event. Idle CPU is no sign that there is room: commits wait for the
 * disk, and so do deliveries.
 */
export function watchPressure(): Pressure {
  let commits = 0;
  let sampledAt = performance.now();
  let isHigh = false;

  return {
    noteCommit() {
      commits++;
    },
    isHigh() {
      const elapsedMs = performance.now() - sampledAt;
      if (elapsedMs < sampleMs) return isHigh;
      isHigh = commits * 1_000 > manyPerSecond * elapsedMs;
      commits = 0;
      sampledAt += elapsedMs;
      return isHigh;
    },
  };
}
