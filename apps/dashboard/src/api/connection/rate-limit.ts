/** The device time, in milliseconds, from which the server accepts this session's requests again. */
let untilMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Records that the server accepts this session's next request after `waitMs`. */
export function noteRateLimit(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => set(0), waitMs);
  set(Date.now() + waitMs);
}

function set(ms: number): void {
  untilMs = ms;
  for (const listener of listeners) listener();
}

/** The end of the current rate-limit wait; 0 if requests aren't waiting. */
export function rateLimitedUntil(): number {
  return untilMs;
}

/** Calls `listener` when a rate-limit wait begins or ends; returns the unsubscribe function. */
export function onRateLimit(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
