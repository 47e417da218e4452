/** Whether requests need the machine's capacity. */
export interface Pressure {
  /** Notes a request's commit. */
  noteCommit(): void;
  isHigh(): boolean;
}

const sampleMs = 200;
const manyPerSecond = 400;
const longestMs = 30_000;

/**
 * High while requests commit faster than people do, as in an import: then deliveries yield, because clients wait for
 * answers and nobody waits for an event. Idle CPU does not show capacity: commits and deliveries wait for the disk.
 * After 30 s a continuous load no longer counts until it has ended once, so that events are not delayed forever.
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
