import type { AccountRow } from "#identity/passwords/queries.ts";
import type { Visitor } from "#identity/visitor.ts";
import { openDeviceCookie } from "#identity/throttle/known-device.ts";
import { runPersonAttempt } from "#identity/throttle/run-person-attempt.ts";
import { deviceCounter, passwordCounters } from "#identity/throttle/throttle.ts";
import type { ErrorCode } from "#platform/errors.ts";
import type { SignInDeps } from "./deps.ts";

interface TriedAccount {
  email: string;
  find: () => Promise<AccountRow | undefined>;
  /** The request's Cookie header. */
  cookies: string | undefined;
  /** The errors that count as a failed attempt. */
  failures: readonly ErrorCode[];
}

/**
 * Runs an attempt to sign in with a password, whether or not the account exists. If the account's person has signed
 * in with this browser before, the attempt has its own counter and never waits. Attempts from other browsers are
 * queued before any work is done for them. Call `release` once the password has proved correct, so that the next
 * attempt can start.
 */
export async function tryPassword<T>(
  visitor: Visitor,
  { email, find, cookies, failures }: TriedAccount,
  deps: SignInDeps,
  run: (account: AccountRow | undefined, release: () => void) => Promise<T>,
): Promise<T> {
  const { secretKey, strangers, now } = deps;
  const known = openDeviceCookie(secretKey, cookies, now());
  const account = known && (await find());
  if (known !== undefined && account?.user_id === known.userId) {
    const attempt = { counters: [deviceCounter(known.device)], failures, visitor, userId: known.userId };
    return runPersonAttempt(attempt, deps, () => run(account, () => undefined));
  }
  return strangers.run({ email, address: visitor.address }, async (release) => {
    const found = await find();
    const attempt = { counters: passwordCounters(email, visitor.address), failures, visitor, userId: found?.user_id };
    return runPersonAttempt(attempt, deps, () => run(found, release));
  });
}
