import { hash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Database } from "#platform/database/database.ts";
import { comparedEmail } from "#platform/email.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { type Counter, countAttempt, emptyCounter, findFull, uncountAttempt } from "./queries.ts";

const windowSeconds = 15 * 60;

/** The counters of an attempt, and the errors that make it count as failed. */
export interface CountedAttempt {
  counters: readonly Counter[];
  failures: readonly ErrorCode[];
}

/**
 * Counts password attempts for an account, existing or not. The limit per account and network address is low, so nobody
 * elsewhere can lock the person out; the other two limits stop attacks from many addresses on one account, and from one
 * address on many accounts.
 */
export function passwordCounters(email: string, address: string): Counter[] {
  const key = accountKey(email);
  const network = networkOf(address);
  return [
    { key: `${key}@${network}`, most: 10, windowSeconds },
    { key, most: 100, windowSeconds },
    { key: `address:${network}`, most: 50, windowSeconds },
  ];
}

/** Counts password attempts from a browser in which the account's person has signed in before. */
export function deviceCounter(device: string): Counter {
  return { key: `device:${device}`, most: 10, windowSeconds };
}

/** Counts a signed-in person's attempts to re-authenticate; other people's failures do not count here. */
export function personCounter(userId: string): Counter {
  return { key: `person:${userId}`, most: 10, windowSeconds };
}

/** Counts second-factor codes whatever the network address, because only a caller with the password gets this far. */
export function codeCounter(userId: string): Counter {
  return { key: `code:${userId}`, most: 10, windowSeconds };
}

/** Prefix of the account's counters. */
export function accountKey(email: string): string {
  return `account:${hash("sha256", comparedEmail(email))}`;
}

/** Counts mails requested for one mailbox, separately from attempts to sign in. */
export function mailCounter(email: string): Counter {
  return { key: `mail:${hash("sha256", comparedEmail(email))}`, most: 10, windowSeconds };
}

/** Counts mails requested from one network address, for any mailbox. */
export function askingCounter(address: string): Counter {
  return { key: `asking:${networkOf(address)}`, most: 50, windowSeconds };
}

/** The network under which attempts are counted: for IPv6 the /64, which is assigned to a single subscriber. */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/** The IPv6 /48 of an address, which one customer of a provider gets; the address itself for IPv4. */
export function siteOf(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: number): string {
  const bare = address.replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${parts.join(":")}::/${bits}`;
}

/**
 * Runs an attempt, or throws 429 before any computation. The attempt counts from its start, so concurrent attempts
 * cannot exceed the limit together. After a success, the attempt no longer counts and the account's counters are reset,
 * but not those of the network address.
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

/** Counts a limited action, or throws 429. */
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

/** Whether a notice is among the first of its minute, and may therefore be sent. */
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
