import { endPasswordLinks } from "#identity/one-time-links/queries.ts";
import { type ActingSession, recordForPerson } from "#identity/sessions/record-for-person.ts";
import { endSessions } from "#identity/sessions/session-verbs.ts";
import type { Visitor } from "#identity/visitor.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import type { Background } from "#platform/concurrency/background.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import { checkPassword } from "./check-password.ts";
import type { PasswordHasher } from "./hash-password.ts";
import { type AccountRow, rehash, replacePasswordHash } from "./queries.ts";

export interface PasswordDeps {
  db: Database;
  hasher: PasswordHasher;
  background: Background;
}

/**
 * Whether this is the account's password. To prevent timing attacks, takes equally long without an account or a
 * password.
 */
export function verifyPassword(
  { hasher }: Pick<PasswordDeps, "hasher">,
  account: Pick<AccountRow, "password_hash"> | undefined,
  password: string,
): Promise<boolean> {
  return hasher.verify(password, account?.password_hash ?? undefined);
}

/** If the hash of a correct password has outdated parameters, rehashes the password in the background. */
export function renewHash(
  { db, hasher, background }: PasswordDeps,
  { user_id: userId, password_hash: stored }: Pick<AccountRow, "user_id" | "password_hash">,
  password: string,
): void {
  if (stored === null || !hasher.isOld(stored)) return;
  background.run("renewed hashes", async () => rehash(db, userId, stored, await hasher.hash(password)));
}

/** Hashes a password; throws 422 if it is easily guessed. Slow, so never call this in a transaction. */
export async function hashNewPassword(
  { db, hasher }: Pick<PasswordDeps, "db" | "hasher">,
  password: string,
  person: { userId?: string; email: string; names?: readonly string[] },
  pointer: string,
): Promise<string> {
  const organizations = person.userId === undefined ? [] : await listMemberships(db, person.userId);
  const names = [...(person.names ?? []), ...organizations.map(({ name }) => name)];
  checkPassword(password, { email: person.email, names }, pointer);
  return hasher.hash(password);
}

interface NewPassword {
  account: Pick<AccountRow, "user_id" | "password_hash">;
  passwordHash: string;
  acting?: ActingSession;
}

/**
 * Sets a password and ends the person's other sessions in all organizations, with the programs connected and the
 * calendar feeds created in those sessions. API keys stay valid. Returns false if another request has changed the
 * password since it was read.
 */
export async function setPassword(
  tx: Transaction,
  visitor: Visitor,
  { account, passwordHash, acting }: NewPassword,
  { now }: { now: Date },
): Promise<boolean> {
  const { user_id: userId, password_hash: former } = account;
  const at = now.toISOString();
  if (!(await replacePasswordHash(tx, userId, former, passwordHash, at))) return false;
  await endPasswordLinks(tx, userId, at);
  await recordForPerson(tx, "password.changed", userId, visitor, acting);
  const origin = { ...visitor, orgId: acting?.orgId ?? null, keyId: acting?.keyId ?? null };
  const others = { userId, ...(acting && { except: acting.keyId }) };
  await endSessions(tx, origin, others, { now });
  return true;
}
