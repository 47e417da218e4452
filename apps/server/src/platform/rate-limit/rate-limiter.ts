import { minuteMs } from "#platform/days.ts";

export interface RateLimit {
  /** Sustained requests per minute. */
  perMinute: number;
  /** Requests that an idle key may send at once, on top of a minute's quota. */
  burst: number;
}

export interface Verdict {
  passed: boolean;
  /** The number of requests that would still pass now. */
  remaining: number;
  /** Milliseconds until the next request would pass. */
  waitMs: number;
  /** Milliseconds until the quota is fully restored, if nothing more is sent. */
  resetMs: number;
}

/**
 * One key's requests: the times at which those of the last minute were admitted (a ring buffer), and the bucket's level
 * at the last request.
 */
interface Usage {
  times: Float64Array;
  first: number;
  count: number;
  tokens: number;
  filledAt: number;
}

const windowMs = minuteMs;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Admits a request if fewer than `perMinute + burst` requests of its key passed in the last 60 s and its bucket has a
 * token left. The bucket has the same capacity and refills at `perMinute` (docs/api/conventions.md). A check is exact
 * and takes a few hundred nanoseconds. `nowMs` must never go back, so use a monotonic clock.
 */
export function createRateLimiter(limit: RateLimit) {
  const { perMinute, burst } = limit;
  const capacity = perMinute + burst;
  const tokensPerMs = perMinute / windowMs;
  const usages = new Map<string, Usage>();

  function refresh(usage: Usage, nowMs: number): void {
    while (usage.count > 0 && nowMs - (usage.times[usage.first] ?? 0) >= windowMs) {
      usage.first = (usage.first + 1) % usage.times.length;
      usage.count--;
    }
    usage.tokens = Math.min(capacity, usage.tokens + (nowMs - usage.filledAt) * tokensPerMs);
    usage.filledAt = nowMs;
  }

  function record(usage: Usage, nowMs: number): void {
    if (usage.count === usage.times.length) usage.times = grown(usage);
    if (usage.times.length > usage.count && usage.count === 0) usage.first = 0;
    usage.times[(usage.first + usage.count) % usage.times.length] = nowMs;
    usage.count++;
    usage.tokens -= 1;
  }

  return {
    limit,
    take(key: string, nowMs: number): Verdict {
      let usage = usages.get(key);
      if (usage === undefined) usages.set(key, (usage = unused(capacity, nowMs)));
      refresh(usage, nowMs);
      // Refilling accumulates rounding errors, so slightly less than one token counts as one.
      const passed = usage.count < capacity && usage.tokens >= 1 - 1e-6;
      if (passed) record(usage, nowMs);
      const remaining = Math.max(0, Math.min(capacity - usage.count, Math.floor(usage.tokens + 1e-6)));
      const windowWait = usage.count < capacity ? 0 : (usage.times[usage.first] ?? 0) + windowMs - nowMs;
      const bucketWait = Math.max(0, (1 - usage.tokens) / tokensPerMs);
      const last = usage.count === 0 ? nowMs : (usage.times[(usage.first + usage.count - 1) % usage.times.length] ?? 0);
      return {
        passed,
        remaining,
        waitMs: remaining > 0 ? 0 : Math.max(windowWait, bucketWait),
        resetMs: Math.max(last + windowMs - nowMs, (capacity - usage.tokens) / tokensPerMs),
      };
    },
    /** Forgets keys whose quota is full again. */
    sweep(nowMs: number) {
      for (const [key, usage] of usages) {
        refresh(usage, nowMs);
        if (usage.count === 0 && usage.tokens >= capacity) usages.delete(key);
      }
    },
  };
}

function unused(capacity: number, nowMs: number): Usage {
  return { times: new Float64Array(Math.min(capacity, 16)), first: 0, count: 0, tokens: capacity, filledAt: nowMs };
}

function grown(usage: Usage): Float64Array {
  const larger = new Float64Array(usage.times.length * 2);
  for (let index = 0; index < usage.count; index++) {
    larger[index] = usage.times[(usage.first + index) % usage.times.length] ?? 0;
  }
  usage.first = 0;
  return larger;
}
