import type { RateLimit } from "#platform/rate-limit/rate-limiter.ts";

/**
 * Calendar programs poll a feed only every few minutes, even from several devices. A read costs as much as thousands of
 * small requests, so the limit is lower than for API keys.
 */
export const feedRateLimit: RateLimit = { perMinute: 6, burst: 24 };
