import type { Actor } from "#identity/access.ts";
import { lockOwnMembership } from "#identity/members/lock-own-membership.ts";
import { findUser } from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { uncountAttempt } from "#identity/throttle/queries.ts";
import { countOrRefuse } from "#identity/throttle/throttle.ts";
import { preferencesOf } from "#identity/me/me-verbs.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import { hourMs, hourSeconds } from "#platform/days.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { AppError, gone, invalid, notFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { encrypt } from "#platform/secrets/encrypt.ts";
import { type CalendarReader, InnerAddressError } from "./calendar-reader.ts";
import type { CalendarContent } from "./list-events.ts";
import { type CalendarRow, deleteCalendars, insertCalendar, listCalendars, readingOf } from "./queries.ts";
import { type SubscribeToCalendar, maxCalendars } from "./schemas.ts";

/** Counts a member's failed attempts to add calendars at private network addresses. */
const innerCounter = (userId: string) => ({ key: `calendar:${userId}`, most: 20, windowSeconds: hourSeconds });

/**
 * The time zone for reading a member's calendars, and the email address by which events list the member as a guest.
 * Undefined if the member does not exist.
 */
export async function readAs(
  db: Database,
  orgId: string,
  userId: string,
): Promise<{ timeZone: string; email: string } | undefined> {
  const [user, organization] = await Promise.all([findUser(db, userId), findOrganization(db, orgId)]);
  if (user === undefined || organization === undefined) return undefined;
  return { timeZone: preferencesOf(user).timeZone ?? organization.time_zone, email: user.email };
}

/** Reads a calendar before it is added. Throws 422 if its URL is malformed or the calendar cannot be read. */
export async function readNewCalendar(
  db: Database,
  { orgId, userId }: Actor,
  { address }: SubscribeToCalendar,
  { reader, now }: { reader: CalendarReader; now: Date },
): Promise<{ url: URL; content: CalendarContent }> {
  const urls = parseAddress(address);
  // Checks the limit before any network request. The transaction checks it again.
  refuseMany(await listCalendars(db, { orgId, userId }));
  const as = await readAs(db, orgId, userId);
  if (as === undefined) throw gone("user");
  // Counts from the start of each attempt, so that concurrent attempts cannot exceed the limit together.
  const counter = innerCounter(userId);
  await countOrRefuse(db, [counter], now);
  const forget = () => uncountAttempt(db, [counter.key], now.toISOString());
  try {
    const found = await readFirst(urls, (url) => reader.read({ orgId, address: url, now, ...as }));
    await forget();
    return found;
  } catch (error) {
    if (!(error instanceof InnerAddressError)) await forget();
    if (error instanceof UnreadableError) throw invalid("/address", "unreadable", `cannot be read: ${error.message}`);
    throw error;
  }
}

export async function subscribe(
  tx: Transaction,
  actor: Actor,
  { name, url, content }: { name: string; url: URL; content: CalendarContent },
  { secretKey, now }: { secretKey: Buffer; now: Date },
): Promise<CalendarRow> {
  const { orgId, userId } = actor;
  await lockOwnMembership(tx, actor);
  refuseMany(await listCalendars(tx, { orgId, userId }));
  return insertCalendar(tx, orgId, {
    ...readingOf(content, now.toISOString(), nextRead(now, 0)),
    id: newId("cal"),
    user_id: userId,
    name,
    host: url.host,
    address_sealed: encrypt(secretKey, url.href),
  });
}

export async function unsubscribe(tx: Transaction, actor: Actor, id: string): Promise<void> {
  if ((await deleteCalendars(tx, actor.orgId, { user_id: actor.userId, id })) === 0) throw notFound("calendar");
}

/** When to read next: in an hour, doubled for each consecutive failure, up to six hours. */
export function nextRead(now: Date, failures: number): string {
  return new Date(now.getTime() + Math.min(2 ** failures, 6) * hourMs).toISOString();
}

function refuseMany(calendars: readonly CalendarRow[]): void {
  if (calendars.length < maxCalendars) return;
  const message = `You already have ${maxCalendars} calendars, the maximum. Remove one first.`;
  throw new AppError("too_many_calendars", message);
}

/** Reads the first URL that can be read. If none can, throws the error of the first one. */
async function readFirst(
  urls: readonly URL[],
  read: (url: URL) => Promise<CalendarContent>,
): Promise<{ url: URL; content: CalendarContent }> {
  const failures: UnreadableError[] = [];
  for (const url of urls) {
    try {
      return { url, content: await read(url) };
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      failures.push(error);
    }
  }
  throw failures[0] ?? new UnreadableError("it has no address");
}

/** The URLs that a pasted address may stand for. `webcal://` means https if the server supports it, otherwise http. */
function parseAddress(text: string): URL[] {
  const address = text.replaceAll(/^[\s\p{C}]+|[\s\p{C}]+$/gu, "");
  const urls = /^webcal:/i.test(address)
    ? ["https:", "http:"].map((protocol) => URL.parse(address.replace(/^webcal:/i, protocol)))
    : [URL.parse(address.replace(/^webcals:/i, "https:"))];
  return urls.map((url) => {
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
      throw invalid(
        "/address",
        "bad_format",
        "must be an absolute address, such as https://calendar.example.com/private/basic.ics",
      );
    if (url.username !== "" || url.password !== "")
      throw invalid(
        "/address",
        "has_credentials",
        "must not contain a user name or password; use the calendar's secret address",
      );
    return url;
  });
}
