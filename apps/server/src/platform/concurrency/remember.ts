/** Calls `read` at most once per `ttlMs` and shares the result among all callers. A failed read is not cached. */
export function remember<T>(
  ttlMs: number,
  read: () => Promise<T>,
  nowMs: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { promise: Promise<T>; atMs: number } | undefined;
  return () => {
    if (last !== undefined && nowMs() - last.atMs < ttlMs) return last.promise;
    const reading = { promise: read(), atMs: nowMs() };
    last = reading;
    reading.promise.catch(() => {
      if (last === reading) last = undefined;
    });
    return reading.promise;
  };
}
