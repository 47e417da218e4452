import { AppError } from "#platform/errors.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** Counts a request without an API key. Beyond the limit, throws 429 with `reason` as the first sentence. */
export function refuseFlood(limiter: RateLimiter, key: string, nowMs: number, reason: string): void {
  const { passed, waitMs } = limiter.take(key, nowMs);
  if (passed) return;
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError("rate_limited", `${reason} Try again in ${retryAfter} s.`, {
    headers: { "retry-after": String(retryAfter) },
  });
}
