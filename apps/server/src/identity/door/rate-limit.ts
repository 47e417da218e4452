import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";
import type { RateLimiter, Verdict } from "#platform/rate-limit/rate-limiter.ts";
import "#identity/http/fastify-types.ts";

type Counted = Pick<FastifyRequest, "actor" | "routeOptions">;

/** Counts a request and sets the rate limit headers; returns an error if the limit is exceeded. */
export function countRequest(
  limiter: RateLimiter,
  { actor, routeOptions }: Counted,
  reply: FastifyReply,
  nowMs: number,
): AppError | undefined {
  const { perMinute, burst } = limiter.limit;
  const isStream = actor.kind === "session" && routeOptions.config.opensStream === true;
  const policy = isStream ? "streams" : "default";
  const verdict = limiter.take(isStream ? `${actor.keyId} streams` : actor.keyId, nowMs);
  void reply
    .header("ratelimit-policy", `"${policy}";q=${perMinute + burst};w=60`)
    .header("ratelimit", `"${policy}";r=${verdict.remaining};t=${seconds(verdict)}`);
  return verdict.passed ? undefined : limited(actor, limiter, verdict);
}

function limited({ kind }: Actor, { limit }: RateLimiter, verdict: Verdict): AppError {
  const retryAfter = seconds(verdict);
  const who = kind === "session" ? "This browser" : "This key";
  return new AppError(
    "rate_limited",
    `${who} has sent too many requests: ${limit.perMinute} a minute are allowed, and ${limit.burst} more in a burst. Try again in ${retryAfter} s.`,
    { headers: { "retry-after": String(retryAfter) } },
  );
}

/** Returns the seconds until the quota is fully restored or, if it is exhausted, until the next request is accepted. */
function seconds({ remaining, waitMs, resetMs }: Verdict): number {
  return Math.max(1, Math.ceil((remaining > 0 ? resetMs : waitMs) / 1000));
}
