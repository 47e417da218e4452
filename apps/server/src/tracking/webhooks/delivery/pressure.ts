/** Whether requests need the machine for themselves. */
export interface Pressure {
  /** Something was committed by a request. */
  noteCommit(): void;
  isHigh(): boolean;
}

const sampleMs = 200;
const manyPerSecond = 400;
const longestMs = 30_000;

/**
 * High while requests commit more in a second than people do, as an import does: then each delivery slows down somebody
 * who waits for an answer, which nobody does for an event. Idle CPU is no sign that there is room: commits wait for the
 * disk, and so do deliveries. A load that lasts is none that events can wait for: after 30 s it is no pressure any more,
 * until it has ended once.
 */
export function watchPressure(now: () => number = () => performance.now()): Pressure {
  let commits = 0;
  let sampledAt = now();
  let loadedSince: number | undefined;

  return {
    noteCommit() {
      commits++;
    },
    isHigh() {
      const elapsedMs = now() - sampledAt;
      if (elapsedMs >= sampleMs) {
        const isLoaded = commits * 1_000 > manyPerSecond * elapsedMs;
        loadedSince = isLoaded ? (loadedSince ?? sampledAt) : undefined;
        commits = 0;
        sampledAt += elapsedMs;
      }
      return loadedSince !== undefined && now() - loadedSince < longestMs;
    },
  };
}
