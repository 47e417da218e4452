import { createObserved } from "./observed.ts";

/** The device time, in milliseconds, from which the server accepts this session's requests again. */
const until = createObserved(0);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Records that the server accepts this session's next request after `waitMs`. */
export function noteRateLimit(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => until.set(0), waitMs);
  until.set(Date.now() + waitMs);
}

/** The end of the current rate-limit wait; 0 if requests aren't waiting. */
export const rateLimitedUntil = until.get;

/** Calls the listener when a rate-limit wait begins or ends; returns the unsubscribe function. */
export const onRateLimit = until.subscribe;
