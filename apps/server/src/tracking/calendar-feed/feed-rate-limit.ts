import type { RateLimit } from "#platform/rate-limit/rate-limiter.ts";

/**
 * Calendar programs poll a feed every few minutes at most, even on several devices. A read costs as much as thousands
 * of small requests, so the limit is lower than that of API keys.
 */
export const feedRateLimit: RateLimit = { perMinute: 6, burst: 24 };
