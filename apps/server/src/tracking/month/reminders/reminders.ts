import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { weekDays } from "#identity/organizations/week-days.ts";
import type { NoticeKind } from "#identity/me/notice-preferences.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { dateAt, dayMs, hourMs } from "#platform/days.ts";
import { formatInstant, spanOfDay } from "#platform/time.ts";
import { type Period, periodFrom, sheetId, startOfPeriod } from "#tracking/month/timesheets/periods.ts";
import { wants } from "#tracking/notices/kind/add-notices.ts";
import { type NewNotice, noticeOf } from "#tracking/notices/kind/kind.ts";
import { digest } from "#tracking/notices/kinds/digest.ts";
import { hasTime, timeMissing } from "#tracking/notices/kinds/time-missing.ts";
import { timerRunningLong } from "#tracking/notices/kinds/timer-running-long.ts";
import { timesheetDue } from "#tracking/notices/kinds/timesheet-due.ts";

/** The members in one time zone, at an instant. */
interface Moment {
  organization: OrganizationRow;
  timeZone: string;
  today: Temporal.PlainDate;
  now: Date;
}

interface Reminder {
  kind: { name: NoticeKind };
  /** Whether it is sent at any time. Others are sent only on the morning of a working day. */
  atAnyTime?: true;
  /** A condition on the organization `o`, without which nobody gets the notice. */
  needs?: Sql;
  /** May return existing notices, because `addNotices` ignores duplicates. */
  find(db: Database, moment: Moment): Promise<NewNotice[]>;
}

/** The notices that depend on the time of day, in the order in which they are added. */
export const reminders: readonly Reminder[] = [
  { kind: timerRunningLong, atAnyTime: true, find: findLongTimers },
  { kind: timeMissing, find: findWithoutTime },
  { kind: digest, find: findDigests },
  { kind: timesheetDue, needs: sql`o.approvals is not null`, find: findDueSheets },
];

export const zoneOf = sql`coalesce(u.preferences ->> 'timeZone', o.time_zone)`;

export function isWorkingDay({ working_days: workingDays }: OrganizationRow, date: Temporal.PlainDate): boolean {
  return (workingDays as readonly string[]).includes(weekDays[date.dayOfWeek - 1] ?? "");
}

/** How long a timer may run before its member is reminded. The dashboard's approvals use the same limit. */
const longTimerMs = 10 * hourMs;

async function findLongTimers(db: Database, { organization, timeZone, now }: Moment): Promise<NewNotice[]> {
  const timers = await listLongTimers(db, organization.id, timeZone, formatInstant(now.getTime() - longTimerMs));
  return timers.map(({ user_id: userId, started_at: startedAt }) => {
    // The day of the latest reminder: the first is due after ten hours, the next ones every 24 hours.
    const sinceMs = now.getTime() - Date.parse(startedAt) - longTimerMs;
    const day = dateAt(now.getTime() - (sinceMs % dayMs), timeZone);
    return noticeOf(timerRunningLong, { userId, facts: { startedAt, day } });
  });
}

function listLongTimers(
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

/** Finds members who recorded no time on the last working day. */
async function findWithoutTime(db: Database, { organization, timeZone, today }: Moment): Promise<NewNotice[]> {
  let last = today.subtract({ days: 1 });
  while (!isWorkingDay(organization, last)) last = last.subtract({ days: 1 });
  const date = last.toString();
  const day = { date, timeZone, ...spanOfDay(date, timeZone) };
  const userIds = await listWithoutTime(db, organization.id, day);
  return userIds.map((userId) => noticeOf(timeMissing, { userId, facts: { date, timeZone } }));
}

/**
 * The members who tracked no time on a day: none of their entries overlaps the day, and they have no running timer that
 * started before the day ended. Leaves out viewers, who cannot track time.
 */
async function listWithoutTime(
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
 * On the first working day of the week, creates digests of the previous week for everyone who supervises other members.
 */
async function findDigests(db: Database, { organization, timeZone, today }: Moment): Promise<NewNotice[]> {
  const weekStart = Temporal.PlainDate.from(
    startOfPeriod(today.toString(), { kind: "week", weekStart: organization.week_start }),
  );
  for (let day = weekStart; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 }))
    if (isWorkingDay(organization, day)) return [];
  const facts = { from: weekStart.subtract({ weeks: 1 }).toString(), to: weekStart.subtract({ days: 1 }).toString() };
  const userIds = await listReaders(db, organization.id, timeZone, spanOfDay(facts.to, timeZone).endsAt);
  return userIds.map((userId) => noticeOf(digest, { userId, facts }));
}

/**
 * The members who supervise other members: owners, admins, managers and the leads of teams. Leaves out members who
 * joined after the week of the digest.
 */
async function listReaders(db: Database, orgId: string, timeZone: string, endsAt: string): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select m.user_id
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.org_id
     where m.org_id = ${orgId} and m.deactivated_at is null and m.created_at < ${endsAt}
       and ${zoneOf} = ${timeZone} and ${wants("digest")}
       and (m.role in ('owner', 'admin', 'manager')
            or m.role = 'member' and exists (select 1 from teams t where t.org_id = m.org_id and t.lead_ids @> array[m.user_id]))`);
  return rows.map((row) => row.user_id);
}

/** Finds timesheets of the previous period that are still open. */
async function findDueSheets(db: Database, { organization, timeZone, now }: Moment): Promise<NewNotice[]> {
  const { approvals } = organization;
  if (approvals === null) return [];
  const calendar = {
    kind: approvals.period,
    weekStart: organization.week_start,
    timeZone: organization.time_zone,
  };
  const present = startOfPeriod(dateAt(now.getTime(), organization.time_zone), calendar);
  const lastDay = Temporal.PlainDate.from(present).subtract({ days: 1 }).toString();
  const period = periodFrom(startOfPeriod(lastDay, calendar), calendar);
  if (period.end < approvals.from) return [];
  const sheets = await listDueSheets(db, organization.id, timeZone, period);
  return sheets.map(({ user_id: userId, timesheetId, version }) =>
    noticeOf(timesheetDue, {
      userId,
      facts: { timesheetId, version, period: period.kind, start: period.start, end: period.end },
    }),
  );
}

/** The open timesheets of a period. Members who joined after the period have none. */
async function listDueSheets(
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
