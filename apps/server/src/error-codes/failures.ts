import type { DeclaredCode } from "./declared-code.ts";

/** Limits of load, and failures of the server. */
export const failures = {
  rate_limited: {
    status: 429,
    meaning: "The key has exceeded its [rate limit](conventions.md#rate-limit).",
    remedy: "Wait for `Retry-After` seconds.",
  },
  too_many_attempts: {
    status: 429,
    meaning:
      "Within 15 minutes, too many attempts failed for this account or network address, or too many emails were requested.",
    remedy: "Wait for `Retry-After` seconds.",
  },
  too_many_deliveries: {
    status: 429,
    meaning: "25,000 deliveries of the organization are pending.",
    remedy: "Wait, or disable endpoints that do not accept theirs.",
  },
  internal: {
    status: 500,
    meaning: "The server failed. Nothing was changed.",
    remedy: "Send it again; if it persists, give the operator the `requestId`.",
  },
  too_many_streams: {
    status: 503,
    meaning: "A limit of [event streams](events.md#how-many) is reached.",
    remedy: "Close one, or wait for `Retry-After` seconds.",
  },
  timeout: {
    status: 503,
    meaning: "The database took too long. Nothing was changed.",
    remedy: "Request less at once, or wait for `Retry-After` seconds.",
  },
  not_configured: {
    status: 503,
    meaning: "The server lacks the setting in `detail`. Nothing was changed.",
    remedy: "Ask the operator to set it.",
  },
  unavailable: {
    status: 503,
    meaning:
      "The database is not available, its disk is nearly full (reads work), or a [queue](limits.md) is full. Nothing was changed.",
    remedy: "Send it again after `Retry-After` seconds.",
  },
} as const satisfies Record<string, DeclaredCode>;
