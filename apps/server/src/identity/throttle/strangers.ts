import { createLanes } from "#platform/concurrency/lanes.ts";
import { AppError } from "#platform/errors.ts";
import { accountKey, networkOf } from "./throttle.ts";

// Leaves one of the thread pool's four threads for files and DNS.
export const hashing = { maxAtOnce: 3, maxWaiting: 100 };

// Strangers always leave one hashing slot free.
const most = hashing.maxAtOnce - 1;
const limits = { ofEach: most, inAll: most, maxWaiting: hashing.maxWaiting };

export type Strangers = ReturnType<typeof createStrangers>;

/**
 * Limits strangers (people who have not authenticated) to two concurrent password attempts. The others wait without
 * using the database or the CPU, so authenticated people don't wait for them. Slots are shared fairly between
 * networks and between accounts.
 */
export function createStrangers() {
  const lanes = createLanes({ ...limits, refusal: tooMany });
  return {
    /**
     * Runs a stranger's attempt as soon as a slot is free. The slot is released when the attempt ends or calls
     * `release`.
     */
    run: <T>(
      { email, address }: { email: string; address: string },
      attempt: (release: () => void) => Promise<T>,
    ): Promise<T> => lanes.run("strangers", attempt, [`network ${networkOf(address)}`, accountKey(email)]),
  };
}

function tooMany(): AppError {
  return new AppError("unavailable", "Too many people are signing in right now. Try again in 2 s.", {
    headers: { "retry-after": "2" },
  });
}
