import { assignments, having, namesOf, valuesOf } from "#platform/database/columns.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import type { CalendarContent, TimedEvent } from "./list-events.ts";
import type { CalendarEvents, SubscribedCalendar } from "./schemas.ts";

export type CalendarRow = RowOf<SubscribedCalendar> & { org_id: string; user_id: string; failures: number };

const shown = sql`org_id, id, user_id, name, host, warnings, read_at, next_read_at, failures, error, created_at`;

interface Owner {
  orgId: string;
  userId: string;
}

export function listCalendars(db: Database, { orgId, userId }: Owner): Promise<CalendarRow[]> {
  return db.query<CalendarRow>(sql`
    select ${shown} from subscribed_calendars where org_id = ${orgId} and user_id = ${userId} order by created_at, id`);
}

/** The columns that a read may change. */
interface Reading {
  events?: string;
  days?: string;
  warnings?: string[];
  read_at?: string;
  next_read_at: string;
  failures?: number;
  error?: string | null;
}

/** A read that succeeded. */
export function readingOf({ events, days, warnings }: CalendarContent, readAt: string, nextReadAt: string) {
  const lists = { events: JSON.stringify(events), days: JSON.stringify(days), warnings };
  return { ...lists, read_at: readAt, next_read_at: nextReadAt, failures: 0, error: null } satisfies Reading;
}

export async function insertCalendar(
  db: Database,
  orgId: string,
  calendar: Pick<CalendarRow, "id" | "user_id" | "name" | "host"> & Reading & { address_sealed: Buffer },
): Promise<CalendarRow> {
  const rows = await db.query<CalendarRow>(sql`
    insert into subscribed_calendars (org_id, ${namesOf(calendar)}) values (${orgId}, ${valuesOf(calendar)})
    returning ${shown}`);
  return one(rows);
}

/** Deletes an organization's calendars, or only those of a member or only one. Returns their number. */
export async function deleteCalendars(
  db: Database,
  orgId: string,
  which: { user_id?: string; id?: string } = {},
): Promise<number> {
  const rows = await db.query(
    sql`delete from subscribed_calendars where org_id = ${orgId} ${having(which)} returning id`,
  );
  return rows.length;
}

/** The events that overlap a range in milliseconds since 1970, earliest first. */
export function listTimedEvents(
  db: Database,
  { orgId, userId }: Owner,
  { from, to }: { from: number; to: number },
): Promise<(TimedEvent & { calendarId: string })[]> {
  return db.query(sql`
    select e.id, c.id as "calendarId", e.title, e.start::float8 as start, e.end::float8 as end
      from subscribed_calendars c, jsonb_to_recordset(c.events) e (id text, title text, start bigint, "end" bigint)
     where c.org_id = ${orgId} and c.user_id = ${userId} and e.end > ${from} and e.start < ${to}
     order by e.start, e.id`);
}

/** The all-day events that overlap a range of days, both inclusive, earliest first. */
export function listDayEvents(
  db: Database,
  { orgId, userId }: Owner,
  { first, last }: { first: string; last: string },
): Promise<CalendarEvents["days"]> {
  return db.query(sql`
    select e.id, c.id as "calendarId", e.title, e.first as "startDate", e.last as "endDate"
      from subscribed_calendars c, jsonb_to_recordset(c.days) e (id text, title text, first text, last text)
     where c.org_id = ${orgId} and c.user_id = ${userId} and e.last >= ${first} and e.first <= ${last}
     order by e.first, e.id`);
}

export interface DueCalendar {
  org_id: string;
  id: string;
  user_id: string;
  address_sealed: Buffer;
  failures: number;
}

/**
 * Claims due calendars, at most one per organization and none of the organizations in `except`. If more organizations
 * have due calendars, chance decides, because any fixed order would let some organizations starve the others. A claim
 * expires after an hour, in case this node never reports the outcome.
 */
export function claimDueCalendars(
  db: Database,
  now: string,
  { most, except }: { most: number; except: string[] },
): Promise<DueCalendar[]> {
  // Materialized, because a plan that evaluates `chosen` twice would choose different rows each time.
  return db.query<DueCalendar>(sql`
    with chosen as materialized (
      select org_id, id
        from (select distinct on (org_id) org_id, id from subscribed_calendars
               where next_read_at <= ${now} and org_id <> all(${except}::text[])
               order by org_id, next_read_at) first
       order by random() limit ${most}
    )
    update subscribed_calendars c set next_read_at = ${now}::timestamptz + interval '1 hour'
      from (select org_id, id from subscribed_calendars
             where (org_id, id) in (select org_id, id from chosen) and next_read_at <= ${now}
               for no key update skip locked) due
     where c.org_id = due.org_id and c.id = due.id
    returning c.org_id, c.id, c.user_id, c.address_sealed, c.failures`);
}

export async function updateCalendar(
  db: Database,
  { org_id: orgId, id }: DueCalendar,
  reading: Reading,
): Promise<void> {
  await db.query(sql`update subscribed_calendars set ${assignments(reading)} where org_id = ${orgId} and id = ${id}`);
}

/** Counts each organization's calendars, each of which has an encrypted URL. */
export function countSealedCalendars(db: Database): Promise<{ org_id: string; count: number }[]> {
  return db.query(sql`select org_id, count(*)::int as count from subscribed_calendars group by org_id order by org_id`);
}
