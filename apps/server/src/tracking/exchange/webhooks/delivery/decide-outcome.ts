import type { PostResult } from "#platform/egress/post.ts";
import { retryLimits } from "./limits.ts";

/**
 * The effect of an attempt on its delivery. `gone`: failed, and the endpoint asked for no further events.
 * `interrupted`: the node is stopping, so another node retries the same step of the schedule. `withheld`: nothing was
 * sent, and nothing will be.
 */
export type Outcome =
  | { kind: "delivered" | "failed" | "gone" | "interrupted" | "withheld" }
  | { kind: "retry"; step: number; waitMs: number };

/**
 * Decides the effect of an attempt on its delivery. `step` is the attempt's position in the schedule, and `scheduleMs`
 * has the delay before each attempt. A Retry-After counts if it is longer than the scheduled delay, up to a day.
 * `random` is from 0 to 1.
 */
export function decideOutcome(
  result: Pick<PostResult, "status" | "error" | "retryAfterMs">,
  step: number,
  scheduleMs: readonly number[],
  random: number,
): Outcome {
  const { status, error, retryAfterMs = 0 } = result;
  if (error === null && status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  const scheduled = scheduleMs[step + 1];
  if (scheduled === undefined) return { kind: "failed" };
  const { jitter, longestWaitMs } = retryLimits;
  const waitMs = Math.round(scheduled * (1 - jitter + 2 * jitter * random));
  return { kind: "retry", step: step + 1, waitMs: Math.max(waitMs, Math.min(retryAfterMs, longestWaitMs)) };
}
