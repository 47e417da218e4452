import { createLanes } from "#platform/concurrency/lanes.ts";
import { AppError } from "#platform/errors.ts";
import { accountKey, networkOf } from "./throttle.ts";

export interface Strangers {
  /**
   * Runs a stranger's attempt when its turn comes. The turn ends with the attempt, or earlier with a call of `release`.
   */
  run<T>(stranger: { email: string; address: string }, attempt: (release: () => void) => Promise<T>): Promise<T>;
}

// Fewer than the three passwords that are hashed at once, so one slot is never used by strangers.
const limits = { ofEach: 2, inAll: 2, mostWaiting: 100 };

/**
 * Lets two strangers (people who have not authenticated) try a password at the same time. The others wait without using
 * the database or the processor, so no authenticated person waits for them. Networks and accounts take turns.
 */
export function createStrangers(): Strangers {
  const lanes = createLanes({ ...limits, refusal: tooMany });
  return {
    run: ({ email, address }, attempt) =>
      lanes.run("strangers", attempt, [`network ${networkOf(address)}`, accountKey(email)]),
  };
}

function tooMany(): AppError {
  return new AppError("unavailable", "Too many people are signing in right now. Try again in 2 s.", {
    headers: { "retry-after": "2" },
  });
}
