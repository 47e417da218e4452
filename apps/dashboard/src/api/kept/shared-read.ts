/**
 * Shares one read between concurrent callers. A read in flight may miss the change that prompted a call, so a new read
 * follows it. `read` calls `noteAsked` just before it asks the server; until then, callers may still join it.
 */
export function createSharedRead(read: (noteAsked: () => void) => Promise<void>) {
  let reading: Promise<void> | undefined;
  let nextReading: Promise<void> | undefined;
  let hasAsked = false;

  function start(): Promise<void> {
    if (reading !== undefined && hasAsked)
      return (nextReading ??= reading
        .catch(() => undefined)
        .then(() => {
          nextReading = undefined;
          return start();
        }));
    hasAsked = false;
    return (reading ??= read(() => void (hasAsked = true)).finally(() => (reading = undefined)));
  }

  return {
    start,
    /** The read in flight, or else a new one. */
    join: (): Promise<void> => reading ?? start(),
  };
}
