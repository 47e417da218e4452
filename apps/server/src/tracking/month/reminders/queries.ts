import { type Database, sql } from "#platform/database/database.ts";
import { type Period, sheetId } from "#tracking/month/timesheets/periods.ts";
import { wants } from "#tracking/notices/queries.ts";

// The statements for a kind of notice find active members in one time zone who want it. They may return members who
// already received the notice, because `addNotices` ignores duplicates.

const zoneOf = sql`coalesce(u.preferences ->> 'timeZone', o.time_zone)`;

/** The time zones of all members who want notices that depend on the time of day. */
export async function listZones(db: Database, orgId: string): Promise<string[]> {
  const rows = await db.query<{ zone: string }>(sql`
    select distinct ${zoneOf} as zone
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.org_id
     where m.org_id = ${orgId} and m.deactivated_at is null and (${wants("time_missing")} or ${wants("timer_running_long")} or ${wants("digest")}
            or o.approvals is not null and ${wants("timesheet_due")})`);
  return rows.map(({ zone }) => zone);
}

export function listLongTimers(
  db: Database,
  orgId: string,
  timeZone: string,
  before: string,
): Promise<{ user_id: string; started_at: string }[]> {
  return db.query<{ user_id: string; started_at: string }>(sql`
    select t.user_id, t.started_at
      from timers t
      join members m on m.org_id = t.org_id and m.user_id = t.user_id and m.deactivated_at is null
      join users u on u.id = m.user_id
      join organizations o on o.id = t.org_id
     where t.org_id = ${orgId} and t.started_at <= ${before} and ${zoneOf} = ${timeZone} and ${wants("timer_running_long")}`);
}

/**
 * The members who tracked no time on a day: none of their entries overlaps the day, and they have no running timer that
 * started before the day ended. Leaves out viewers, who cannot track time.
 */
export async function listWithoutTime(
  db: Database,
  orgId: string,
  { date, timeZone, startsAt, endsAt }: { date: string; timeZone: string; startsAt: string; endsAt: string },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select m.user_id
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.org_id
     where m.org_id = ${orgId} and m.deactivated_at is null and m.role <> 'viewer' and m.created_at < ${startsAt}
       and ${zoneOf} = ${timeZone} and ${wants("time_missing")}
       and not exists (select 1 from notices n where n.org_id = m.org_id and n.user_id = m.user_id
                          and n.kind = 'time_missing' and n.occasion = ${date})
       and not ${hasTime(startsAt, endsAt)}`);
  return rows.map((row) => row.user_id);
}

/**
 * Returns a condition: the member `m` tracked time between two instants. Searches entries only one week back, because
 * only a forgotten timer creates longer ones.
 */
export function hasTime(startsAt: string, endsAt: string) {
  return sql`(exists (select 1 from time_entries e
                       where e.org_id = m.org_id and e.user_id = m.user_id and e.deleted_at is null
                         and e.started_at < ${endsAt} and e.started_at >= ${startsAt}::timestamptz - interval '7 days'
                         and (e.started_at >= ${startsAt} or e.started_at + e.duration_seconds * interval '1 second' > ${startsAt}))
              or exists (select 1 from timers t
                          where t.org_id = m.org_id and t.user_id = m.user_id and t.started_at < ${endsAt}))`;
}

/**
 * The members who supervise other members: owners, admins, managers and the leads of teams. Leaves out members who
 * joined after the week of the digest.
 */
export async function listReaders(db: Database, orgId: string, timeZone: string, endsAt: string): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select m.user_id
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.org_id
     where m.org_id = ${orgId} and m.deactivated_at is null and m.created_at < ${endsAt}
       and ${zoneOf} = ${timeZone} and ${wants("digest")}
       and (m.role in ('owner', 'admin', 'manager')
            or m.role = 'member' and exists (select 1 from teams t where t.org_id = m.org_id and t.lead_ids @> array[m.user_id]))`);
  return rows.map((row) => row.user_id);
}

/** The open timesheets of a period. Members who joined after the period have none. */
export async function listDueSheets(
  db: Database,
  orgId: string,
  timeZone: string,
  { kind, start, endsAt }: Period,
): Promise<{ user_id: string; timesheetId: string; version: number }[]> {
  const rows = await db.query<{ user_id: string; version: number }>(sql`
    select m.user_id, coalesce(t.version, 0) as version
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.org_id
      left join timesheets t on t.org_id = m.org_id and t.user_id = m.user_id and t.period = ${kind} and t.period_start = ${start}
     where m.org_id = ${orgId} and m.deactivated_at is null and m.role <> 'viewer' and m.created_at < ${endsAt}
       and coalesce(t.status, 'open') = 'open' and ${zoneOf} = ${timeZone} and ${wants("timesheet_due")}`);
  return rows.map((row) => ({ ...row, timesheetId: sheetId({ userId: row.user_id, kind, start }) }));
}
