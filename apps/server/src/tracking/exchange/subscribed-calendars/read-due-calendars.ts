import type { DatabasePool } from "#platform/database/database.ts";
import { minuteMs } from "#platform/days.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { AppError } from "#platform/errors.ts";
import { decrypt } from "#platform/secrets/encrypt.ts";
import type { CalendarReader } from "./calendar-reader.ts";
import { nextRead, readAs } from "./calendar-verbs.ts";
import { dueReads } from "./limits.ts";
import { claimDueCalendars, type DueCalendar, readingOf, updateCalendar } from "./queries.ts";

export interface DueCalendarDeps {
  db: DatabasePool;
  reader: CalendarReader;
  secretKey: Buffer;
  now: () => Date;
}

/** How long to wait before retrying a read if the organization's queue was full. */
const retryMs = minuteMs;

/**
 * Reads every calendar that is due, so many at once that slow ones do not delay others. Every node can run this, even
 * concurrently. An unexpected failure does not stop the other reads, and is thrown at the end.
 */
export async function readDueCalendars(deps: DueCalendarDeps, signal: AbortSignal): Promise<void> {
  const underWay = new Map<Promise<void>, string>();
  const failures: unknown[] = [];
  try {
    while (!signal.aborted) {
      const before = underWay.size;
      const due =
        before < dueReads.inAll ? await claimDueCalendars(deps.db, deps.now().toISOString(), roomIn(underWay)) : [];
      // If reads were in progress, their organizations may have other due calendars, even if the reads have ended now.
      if (due.length === 0 && before === 0) break;
      for (const calendar of due) {
        const reading = readOne(deps, calendar, signal)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(reading));
        underWay.set(reading, calendar.org_id);
      }
      if (due.length === 0 && underWay.size > 0) await Promise.race(underWay.keys());
    }
  } finally {
    await Promise.all(underWay.keys());
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} calendars failed unexpectedly`);
}

function roomIn(underWay: ReadonlyMap<unknown, string>): { most: number; except: string[] } {
  const counts = Map.groupBy(underWay.values(), (orgId) => orgId);
  const except = [...counts].filter(([, { length }]) => length >= dueReads.ofEach).map(([orgId]) => orgId);
  return { most: dueReads.inAll - underWay.size, except };
}

async function readOne(deps: DueCalendarDeps, calendar: DueCalendar, signal: AbortSignal): Promise<void> {
  const { db, reader, secretKey, now } = deps;
  const { org_id: orgId, user_id: userId } = calendar;
  const as = await readAs(db, orgId, userId);
  if (as === undefined) return;
  try {
    const address = new URL(decrypt(secretKey, calendar.address_sealed));
    const content = await reader.read({ orgId, address, now: now(), ...as });
    await updateCalendar(db, calendar, readingOf(content, now().toISOString(), nextRead(now(), 0)));
  } catch (error) {
    // The server is stopping, so this is not a failure. The calendar is read again after the claim expires.
    if (signal.aborted) return;
    if (error instanceof AppError && error.code === "unavailable") {
      await updateCalendar(db, calendar, { next_read_at: new Date(now().getTime() + retryMs).toISOString() });
      return;
    }
    const isExpected = error instanceof UnreadableError;
    const reason = isExpected ? error.message : "an unexpected error occurred";
    const failures = calendar.failures + 1;
    // The events of the last successful read stay.
    await updateCalendar(db, calendar, { error: reason, failures, next_read_at: nextRead(now(), failures) });
    if (!isExpected) throw error;
  }
}
