import { recordFailure } from "#identity/sessions/record-for-person.ts";
import type { Visitor } from "#identity/sessions/session-verbs.ts";
import type { Background } from "#platform/background.ts";
import type { Database, DatabasePool } from "#platform/database/database.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { addressCounter, type CountedAttempt, isAmongFirstInMinute, runAttempt } from "./throttle.ts";

export interface AttemptDeps {
  db: DatabasePool;
  background: Background;
  now: () => Date;
}

// Without a limit per organization, one address could try each of its members once a minute.
const throttledOfOrganization = 10;

interface PersonAttempt extends CountedAttempt {
  visitor: Visitor;
  /** Undefined for an unknown account. */
  userId: string | undefined;
}

/**
 * Runs an attempt to prove an identity, counted for the visitor's address too. Tells the organizations of a known
 * person of a failed attempt, and of one refused because there were too many.
 */
export async function runPersonAttempt<T>(
  { counters: ofPerson, failures, visitor, userId }: PersonAttempt,
  deps: AttemptDeps,
  run: () => Promise<T>,
): Promise<T> {
  const counters = [...ofPerson, addressCounter(visitor.address)];
  return runAttempt({ counters, failures }, { db: deps.db, now: deps.now() }, run).catch((error: unknown) => {
    const isTold = error instanceof AppError && [...failures, "too_many_attempts"].includes(error.code);
    // After the answer, so that the response time does not tell whether the person is known.
    if (isTold && userId !== undefined) deps.background.run(() => note(deps, userId, visitor, error.code));
    throw error;
  });
}

async function note({ db, now }: AttemptDeps, userId: string, visitor: Visitor, code: ErrorCode): Promise<void> {
  const isThrottled = code === "too_many_attempts";
  const reason = code === "validation_failed" ? "invalid_credentials" : code;
  if (!(await isAmongFirstInMinute(db, `${userId} ${reason}`, 1, now()))) return;
  const isToldTo = async (tx: Database, orgId: string) =>
    !isThrottled || isAmongFirstInMinute(tx, `${orgId} ${reason}`, throttledOfOrganization, now());
  await db.transaction((tx) => recordFailure(tx, userId, visitor, reason, isToldTo));
}
