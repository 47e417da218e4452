import { hash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Database } from "#platform/database/database.ts";
import { comparedEmail } from "#platform/email.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { type Counter, countAttempt, emptyCounter, findFull, uncountAttempt } from "./queries.ts";

const windowSeconds = 15 * 60;

/** The counters of an attempt, and the errors that make it a failed one. */
export interface CountedAttempt {
  counters: readonly Counter[];
  failures: readonly ErrorCode[];
}

/**
 * Attempts for one account, whether or not there is one: from one address, and from everywhere. The first is narrow, so that
 * nobody can shut out somebody else by failing in their name; the second stops who comes from many addresses.
 */
export function accountCounters(email: string, address: string): Counter[] {
  const key = accountKey(email);
  return [
    { key: `${key}@${networkOf(address)}`, most: 10, windowSeconds },
    { key, most: 100, windowSeconds },
  ];
}

/** Attempts of somebody who is signed in to prove again who they are: what fails outside does not count here. */
export function personCounter(userId: string): Counter {
  return { key: `person:${userId}`, most: 10, windowSeconds };
}

/** Codes of a second factor, from everywhere: only who knows the password gets so far. */
export function codeCounter(userId: string): Counter {
  return { key: `code:${userId}`, most: 10, windowSeconds };
}

/** What begins with it is counted for the account. */
export function accountKey(email: string): string {
  return `account:${hash("sha256", comparedEmail(email))}`;
}

/** Mails to one mailbox that are asked for, which must not use up the attempts to sign in. */
export function mailCounter(email: string): Counter {
  return { key: `mail:${hash("sha256", comparedEmail(email))}`, most: 10, windowSeconds };
}

/** Attempts from one address; of IPv6 from one /64, which is what a subscriber gets. */
export function addressCounter(address: string): Counter {
  return { key: `address:${networkOf(address)}`, most: 50, windowSeconds };
}

/** Tokens of links that are tried, from one address. */
export function linkAttempt({ address }: { address: string }): CountedAttempt {
  return { counters: [addressCounter(address)], failures: ["invalid_link"] };
}

function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
    : parsed.toString();
}

/**
 * Runs an attempt, or throws 429 before anything is computed. It counts from its beginning, so that attempts which run at
 * the same time cannot slip through together. Afterwards only failed ones go on counting; after a
 * success the account starts anew, while the address keeps what failed before.
 */
export async function runAttempt<T>(
  { counters, failures }: CountedAttempt,
  { db, now }: { db: Database; now: Date },
  run: () => Promise<T>,
): Promise<T> {
  const keys = counters.map(({ key }) => key);
  await countOrRefuse(db, counters, now);
  try {
    const result = await run();
    await uncountAttempt(db, keys, now.toISOString());
    for (const key of keys) if (!key.startsWith("address:")) await emptyCounter(db, key);
    return result;
  } catch (error) {
    const isFailure = error instanceof AppError && failures.includes(error.code);
    if (!isFailure) await uncountAttempt(db, keys, now.toISOString());
    throw error;
  }
}

/** Counts something that may only be done so often, or throws 429. */
export async function countOrRefuse(db: Database, counters: readonly Counter[], now: Date): Promise<void> {
  const keys = counters.map(({ key }) => key);
  const at = now.toISOString();
  await refuseFull(db, keys, now);
  const counted = await countAttempt(db, counters, at);
  if (counted.length < keys.length) {
    await uncountAttempt(db, counted, at);
    await refuseFull(db, keys, now);
    throw tooMany(1);
  }
}

/** Whether something that may be told of only so often in a minute is to be told of now. */
export async function isAmongFirstInMinute(db: Database, what: string, most: number, now: Date): Promise<boolean> {
  const counter = { key: `noted:${what}`, most, windowSeconds: 60 };
  return (await countAttempt(db, [counter], now.toISOString())).length > 0;
}

async function refuseFull(db: Database, keys: readonly string[], now: Date): Promise<void> {
  const waits = (await findFull(db, keys, now.toISOString())).map(
    (full) => (Date.parse(full.oldest) + full.window_seconds * 1000 - now.getTime()) / 1000,
  );
  if (waits.length > 0) throw tooMany(Math.max(1, Math.ceil(Math.max(...waits))));
}

function tooMany(retryAfter: number): AppError {
  return new AppError("too_many_attempts", `Too many attempts. Try again in ${retryAfter} s.`, {
    headers: { "retry-after": String(retryAfter) },
  });
}
