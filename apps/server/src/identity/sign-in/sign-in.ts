import { type AccountRow, findAccount, findAccountByEmail, lockPassword } from "#identity/passwords/queries.ts";
import { renewHash, verifyPassword } from "#identity/passwords/password-verbs.ts";
import { type Proof, useSecondFactor } from "#identity/second-factor/second-factor-verbs.ts";
import type { ProvedBy } from "#identity/sessions/create-session.ts";
import { type FoundSession, notSignedIn } from "#identity/sessions/find-session.ts";
import { listMemberships, type Membership } from "#identity/sessions/queries.ts";
import { reauthenticateSession, startSession, type StartedSession } from "#identity/sessions/session-verbs.ts";
import { runPersonAttempt } from "#identity/throttle/run-person-attempt.ts";
import { codeCounter, personCounter, runAttempt } from "#identity/throttle/throttle.ts";
import type { Visitor } from "#identity/visitor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, refusal } from "#platform/errors.ts";
import type { SignInDeps } from "./deps.ts";
import { tryPassword } from "./try-password.ts";

/*
 * Signing in, under /auth, which needs no key. A person has the same credentials in all organizations, so each of them
 * records a change of credentials (sessions/record-for-person.ts). Passwords are never hashed inside a transaction:
 * they are verified before it, and the transaction checks that the stored hash is still the same. Work whose duration
 * would reveal whether an account exists runs after the reply (concurrency/background.ts).
 *
 * The order of locks: credentials, person (`lockPerson`), organizations.
 */

export interface SignedIn extends StartedSession {
  account: Pick<AccountRow, "user_id" | "email" | "name">;
  organization: Membership;
  organizations: Membership[];
}

export interface SignInInput extends Proof {
  email: string;
  password: string;
  organizationId?: string | undefined;
}

// `second_factor_required` is not listed: it is neither a failed attempt nor a success, which would reset the counters.
const failures = ["invalid_credentials", "invalid_code"] as const;

/** Signs a person in by password, and by second factor if they have one. Always creates a new session. */
export async function signIn(
  visitor: Visitor,
  { input, cookies }: { input: SignInInput; cookies: string | undefined },
  deps: SignInDeps,
): Promise<SignedIn> {
  const { db } = deps;
  const find = () => findAccountByEmail(db, input.email);
  return tryPassword(visitor, { email: input.email, find, cookies, failures }, deps, async (account, release) => {
    const isRight = await verifyPassword(deps, account, input.password);
    // Queries for unknown accounts too; otherwise the response time reveals whether an account exists.
    const organizations = await listMemberships(db, account?.user_id ?? "");
    const [first] = organizations;
    if (!isRight || account === undefined || first === undefined) throw wrongCredentials();
    release();
    const organization =
      input.organizationId === undefined ? first : organizations.find(({ org_id: id }) => id === input.organizationId);
    const now = deps.now();
    const started = await proved(deps, account, input, async (tx, provedBy) => {
      if (organization === undefined) throw noMembership();
      const wanted = { orgId: organization.org_id, userId: account.user_id, provedBy };
      return { ...(await startSession(tx, visitor, wanted, { ...deps, now })), organization };
    });
    // Rehashes last, because the steps above compare the old hash.
    renewHash(deps, account, input.password);
    return { ...started, account, organizations };
  });
}

/** Re-authenticates a signed-in person. Returns the session's new key. */
export async function reauthenticate(
  visitor: Visitor,
  { session, input }: { session: FoundSession; input: Proof & { password: string } },
  deps: SignInDeps,
): Promise<string> {
  const account = await findAccount(deps.db, session.owner.user_id);
  if (account === undefined) throw notSignedIn();
  const { user_id: userId } = account;
  return runPersonAttempt({ counters: [personCounter(userId)], failures, visitor, userId }, deps, async () => {
    if (!(await verifyPassword(deps, account, input.password))) throw wrongCredentials();
    const now = deps.now();
    const renewed = await proved(deps, account, input, (tx, provedBy) =>
      reauthenticateSession(tx, visitor, { session: session.owner, former: session.key, provedBy }, { now }),
    );
    if (renewed === undefined) throw notSignedIn();
    return renewed;
  });
}

/**
 * Verifies the second factor of a person with a correct password, then calls `run` in a transaction. Consuming the
 * code is a separate transaction: if `run` fails, the code must not become usable again.
 */
export async function proved<T>(
  { db, secretKey, now }: SignInDeps,
  account: AccountRow,
  proof: Proof,
  run: (tx: Transaction, provedBy: ProvedBy) => Promise<T>,
): Promise<T> {
  const { user_id: userId } = account;
  const counted = { counters: [codeCounter(userId)], failures: ["invalid_code"] } as const;
  const provedBy = await runAttempt(counted, { db, now: now() }, () =>
    db.transaction(async (tx) => {
      if (!(await lockPassword(tx, account))) throw wrongCredentials();
      return useSecondFactor(tx, { userId }, { input: proof }, { secretKey, now: now() });
    }),
  );
  return db.transaction(async (tx) => {
    if (!(await lockPassword(tx, account))) throw wrongCredentials();
    return run(tx, provedBy);
  });
}

export function noMembership(): AppError {
  return refusal("/organizationId", "not_found", "You are not a member of this organization.");
}

function wrongCredentials(): AppError {
  return new AppError("invalid_credentials", "The address or the password is not correct.");
}
