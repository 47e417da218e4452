import { beginSignOut, endSignOut, forgetPeople, pendingSignOut } from "#device/leaving.ts";
import { forgetLongPaths } from "#device/long-path.ts";
import { stint } from "#api/connection/client.ts";
import type { Tracking } from "#state/tracking/tracking.ts";

/**
 * Starts the sign-out, then loads a new page. That page contains none of the person's data and finishes the sign-out.
 */
export async function signOut(tracking: Tracking, sessionId: string): Promise<void> {
  await tracking.close();
  forgetLongPaths();
  // Without the flag, the next page would not know that a sign-out is pending, so this page finishes it.
  if (!beginSignOut(sessionId)) await finishSignOut(sessionId, () => undefined);
  location.replace("/");
}

/**
 * Finishes a sign-out: removes the person's data, and retries until the server has ended the session. Resolves once
 * this tab or another has finished.
 */
export async function finishSignOut(sessionId: string, onFailure: () => void): Promise<void> {
  await forgetPeople();
  for (let waitMs = 2000; pendingSignOut() === sessionId; waitMs = Math.min(waitMs * 2, 60_000)) {
    try {
      await stint.auth.signOut({ sessionId }, { maxRetries: 0 });
      // Removes the data again, because another page may have written some before it noticed the sign-out.
      await forgetPeople();
      endSignOut();
    } catch {
      onFailure();
      await pause(waitMs);
    }
  }
}

let endPause: (() => void) | undefined;

export function trySignOutNow(): void {
  endPause?.();
}

/** Resolves after `ms` milliseconds, or as soon as the device comes online or the window gets the focus. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const ender = new AbortController();
    endPause = () => {
      clearTimeout(timer);
      ender.abort();
      resolve();
    };
    const timer = setTimeout(endPause, ms);
    for (const kind of ["online", "focus"]) addEventListener(kind, endPause, { signal: ender.signal });
  });
}
