import type { DatabasePool } from "#platform/database/database.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { open } from "#platform/secrets/seal.ts";
import type { CalendarReader } from "./calendar-reader.ts";
import { nextRead, readAs } from "./calendar-verbs.ts";
import { claimDueCalendars, type DueCalendar, noteContent, noteUnread } from "./queries.ts";

export interface DueCalendarDeps {
  db: DatabasePool;
  reader: CalendarReader;
  secretKey: Buffer;
  now: () => Date;
}

const claimed = 6;

/** Reads every calendar that is due. Every node can run this, even concurrently. */
export async function readDueCalendars(deps: DueCalendarDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await claimDueCalendars(deps.db, deps.now().toISOString(), claimed);
    if (due.length === 0) return;
    await Promise.all(due.map((calendar) => readOne(deps, calendar, signal)));
  }
}

async function readOne(deps: DueCalendarDeps, calendar: DueCalendar, signal: AbortSignal): Promise<void> {
  const { db, reader, secretKey, now } = deps;
  const { org_id: orgId, user_id: userId } = calendar;
  const as = await readAs(db, orgId, userId);
  if (as === undefined) return;
  try {
    const address = new URL(open(secretKey, calendar.address_sealed));
    const content = await reader.read({ orgId, address, now: now(), ...as });
    await noteContent(db, calendar, content, { readAt: now().toISOString(), nextReadAt: nextRead(now(), 0) });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    // The server is stopping, so this is not a failure. The calendar is read again after the claim expires.
    if (signal.aborted) return;
    await noteUnread(db, calendar, { error: error.message, nextReadAt: nextRead(now(), calendar.failures + 1) });
  }
}
