import { setTimeout as pause } from "node:timers/promises";
import { runForNobody } from "#platform/requester.ts";

// A round occupies the database for its queries and the process for each stream. These pauses limit rounds to a
// twentieth of the time, unless events would then wait too long.
const shareOfTime = 19;
const minPauseMs = 40;
export const maxPauseMs = 250;
const retryMs = 1_000;

/**
 * Runs rounds whenever it is woken, with a pause after each. `round` returns whether it caught up. A failed round is
 * repeated; only the first failure in a row is reported.
 */
export function paceRounds(round: () => Promise<boolean>, onError: (error: unknown) => void) {
  const stopping = new AbortController();
  let isDirty = false;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    let hasFailed = false;
    while (isDirty && !stopping.signal.aborted) {
      isDirty = false;
      let waitMs = retryMs;
      try {
        const beganAt = performance.now();
        const isCurrent = await round();
        const fairMs = (performance.now() - beganAt) * shareOfTime;
        // A reader that hasn't caught up pauses only briefly, because it would otherwise never catch up with a fast
        // writer.
        waitMs = isCurrent ? Math.min(maxPauseMs, Math.max(minPauseMs, fairMs)) : minPauseMs;
        isDirty ||= !isCurrent;
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !stopping.signal.aborted) onError(error);
        hasFailed = true;
        isDirty = true;
      }
      await pause(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
    isRunning = false;
  }

  return {
    /** Runs rounds until one that began after this call has caught up. */
    wake() {
      isDirty = true;
      // One run serves several requests and outlives them, so it is not attributed to any request.
      if (!isRunning) runForNobody(() => void run());
    },
    stop: () => stopping.abort(),
  };
}
