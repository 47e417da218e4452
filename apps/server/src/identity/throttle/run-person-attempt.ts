import { recordFailure } from "#identity/sessions/record-for-person.ts";
import type { Visitor } from "#identity/visitor.ts";
import type { Background } from "#platform/concurrency/background.ts";
import type { Database, DatabasePool } from "#platform/database/database.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { type CountedAttempt, isAmongFirstInMinute, runAttempt } from "./throttle.ts";

export interface AttemptDeps {
  db: DatabasePool;
  background: Background;
  now: () => Date;
}

// Limits the notifications per organization and minute, because one network address could cause a notification per
// member.
const throttledOfOrganization = 10;

interface PersonAttempt extends CountedAttempt {
  visitor: Visitor;
  /** Undefined for an unknown account. */
  userId: string | undefined;
}

/**
 * Runs an authentication attempt. If the attempt fails or is throttled, notifies the person's organizations, if the
 * person is known.
 */
export async function runPersonAttempt<T>(
  { counters, failures, visitor, userId }: PersonAttempt,
  deps: AttemptDeps,
  run: () => Promise<T>,
): Promise<T> {
  return runAttempt({ counters, failures }, { db: deps.db, now: deps.now() }, run).catch((error: unknown) => {
    const isReported = error instanceof AppError && [...failures, "too_many_attempts"].includes(error.code);
    // Runs after the reply, so the response time does not reveal whether the account exists.
    if (isReported && userId !== undefined)
      deps.background.run("failed sign-ins", () => note(deps, userId, visitor, error.code));
    throw error;
  });
}

async function note({ db, now }: AttemptDeps, userId: string, visitor: Visitor, code: ErrorCode): Promise<void> {
  const isThrottled = code === "too_many_attempts";
  const reason = code === "validation_failed" ? "invalid_credentials" : code;
  if (!(await isAmongFirstInMinute(db, `${userId} ${reason}`, 1, now()))) return;
  const isNotified = async (tx: Database, orgId: string) =>
    !isThrottled || isAmongFirstInMinute(tx, `${orgId} ${reason}`, throttledOfOrganization, now());
  await db.transaction((tx) => recordFailure(tx, userId, visitor, reason, isNotified));
}
