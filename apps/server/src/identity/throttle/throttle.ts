import { hash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Database } from "#platform/database/database.ts";
import { minuteSeconds } from "#platform/days.ts";
import { comparedEmail } from "#platform/email.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { type Counter, countAttempt, emptyCounter, findFull, uncountAttempt } from "./queries.ts";

/** How long attempts count. */
export const windowSeconds = 15 * minuteSeconds;
/** How often a person may be wrong within the window. */
const guesses = 10;
/** The people of a company share a network address, and attackers of an account may have many. */
export const ofNetwork = 5 * guesses;
const ofAccount = 10 * guesses;

export interface CountedAttempt {
  counters: readonly Counter[];
  failures: readonly ErrorCode[];
}

/**
 * Returns the counters for password attempts on an account, whether or not the account exists. The low limit applies to
 * the account and the network address together, so people at other addresses cannot lock the person out. The other
 * limits stop attacks from many addresses on one account, and from one address on many accounts.
 */
export function passwordCounters(email: string, address: string): Counter[] {
  const key = accountKey(email);
  const network = networkOf(address);
  return [
    { key: `${key}@${network}`, most: guesses, windowSeconds },
    { key, most: ofAccount, windowSeconds },
    { key: `address:${network}`, most: ofNetwork, windowSeconds },
  ];
}

/** Returns the counter for password attempts from a browser in which the account's person has signed in before. */
export function deviceCounter(device: string): Counter {
  return { key: `device:${device}`, most: guesses, windowSeconds };
}

/**
 * Returns the counter for a signed-in person's attempts to re-authenticate. Other people's failures do not affect it.
 */
export function personCounter(userId: string): Counter {
  return { key: `person:${userId}`, most: guesses, windowSeconds };
}

/**
 * Returns the counter for second-factor codes from all network addresses together, because entering a code requires the
 * password.
 */
export function codeCounter(userId: string): Counter {
  return { key: `code:${userId}`, most: guesses, windowSeconds };
}

export function accountKey(email: string): string {
  return `account:${hash("sha256", comparedEmail(email))}`;
}

/** Returns the counter for emails requested for one mailbox. Sign-in attempts are counted separately. */
export function mailCounter(email: string): Counter {
  return { key: `mail:${hash("sha256", comparedEmail(email))}`, most: guesses, windowSeconds };
}

/** Returns the counter for emails requested from one network address, for any mailbox. */
export function askingCounter(address: string): Counter {
  return { key: `asking:${networkOf(address)}`, most: ofNetwork, windowSeconds };
}

/**
 * Returns the counters for requests of one kind from a network address. An IPv6 /48 contains 65,536 networks and is easy
 * to rent, so it may send five times as many as a network.
 */
export function networkCounters(kind: string, address: string, counted: Omit<Counter, "key">): Counter[] {
  const [network, site] = [networkOf(address), siteOf(address)];
  const ofAddress = { ...counted, key: `${kind}:${network}` };
  return site === network ? [ofAddress] : [ofAddress, { ...counted, key: `${kind}:${site}`, most: 5 * counted.most }];
}

/** Returns the network whose attempts are counted together: for IPv6 the /64, which belongs to a single subscriber. */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/** Returns the IPv6 /48 of an address, which one customer of a provider gets; for IPv4 the address itself. */
function siteOf(address: string): string {
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
 * Runs an attempt, or throws 429 without running it. The attempt counts from its start, so concurrent attempts cannot
 * exceed the limit together. A success uncounts the attempt and resets the account's counters, but not those of the
 * network address.
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

/** Counts an action, or throws 429 if a counter has reached its maximum. */
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

/**
 * Counts a notification. Returns whether it may be sent, because fewer than `most` were counted in the last 60
 * seconds.
 */
export async function isAmongFirstInMinute(db: Database, what: string, most: number, now: Date): Promise<boolean> {
  const counter = { key: `noted:${what}`, most, windowSeconds: minuteSeconds };
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
