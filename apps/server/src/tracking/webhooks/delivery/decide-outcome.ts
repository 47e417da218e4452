import type { PostResult } from "#platform/egress/post.ts";

const longestWaitMs = 24 * 3_600_000;
const jitter = 0.2;

/**
 * What an attempt makes of its delivery. `gone`: failed, and the endpoint wants nothing more. `interrupted`: the node
 * stops, and another one tries again without a step in the schedule. `withheld`: nothing was sent, and nothing will be.
 */
export type Outcome =
  | { kind: "delivered" | "failed" | "gone" | "interrupted" | "withheld" }
  | { kind: "retry"; step: number; waitMs: number };

/**
 * `step` is the attempt's place in the schedule, and `scheduleMs` how long each attempt waits after the one before it.
 * A Retry-After is heeded between the scheduled wait and a day. `random` is from 0 to 1.
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
  const waitMs = Math.round(scheduled * (1 - jitter + 2 * jitter * random));
  return { kind: "retry", step: step + 1, waitMs: Math.max(waitMs, Math.min(retryAfterMs, longestWaitMs)) };
}
