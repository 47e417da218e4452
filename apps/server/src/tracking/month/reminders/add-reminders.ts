import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import { weekDays } from "#identity/organizations/week-days.ts";
import type { Database } from "#platform/database/database.ts";
import { dateAt, dayMs } from "#platform/days.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { periodFrom, startOfPeriod } from "#tracking/month/timesheets/periods.ts";
import { listDueSheets, listLongTimers, listReaders, listWithoutTime, listZones } from "./queries.ts";
import type { NewNotice } from "#tracking/notices/occasions.ts";
import { addNotices } from "#tracking/notices/queries.ts";

/** The local hour from which a person gets reminders, except those about running timers. */
const morning = 8;

/** How long a timer may run before its member is reminded. The dashboard's approvals use the same limit. */
const longTimerMs = 10 * 3_600_000;

/**
 * Stores the notices of one organization that depend on the time of day. Idempotent, so every node can run it at any
 * time, and a later run on the same day makes up for a missed one.
 */
export async function addReminders(db: Database, orgId: string, now: Date): Promise<void> {
  const organization = await findOrganization(db, orgId);
  if (organization === undefined || organization.deletes_at !== null) return;
  const found: NewNotice[] = [];
  for (const timeZone of await listZones(db, orgId)) {
    const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
    const today = local.toPlainDate();
    found.push(...(await findLongTimers(db, orgId, timeZone, now)));
    if (local.hour < morning || !isWorkingDay(organization, today)) continue;
    found.push(...(await findWithoutTime(db, organization, timeZone, today)));
    found.push(...(await findDigests(db, organization, timeZone, today)));
    found.push(...(await findDueSheets(db, organization, timeZone, now)));
  }
  await addNotices(db, orgId, found);
}

function isWorkingDay({ working_days: workingDays }: OrganizationRow, date: Temporal.PlainDate): boolean {
  return (workingDays as readonly string[]).includes(weekDays[date.dayOfWeek - 1] ?? "");
}

async function findLongTimers(db: Database, orgId: string, timeZone: string, now: Date): Promise<NewNotice[]> {
  const timers = await listLongTimers(db, orgId, timeZone, formatInstant(now.getTime() - longTimerMs));
  return timers.map(({ user_id: userId, started_at: startedAt }) => {
    // The day of the latest reminder: the first is due after ten hours, the next ones every 24 hours.
    const sinceMs = now.getTime() - Date.parse(startedAt) - longTimerMs;
    const day = dateAt(now.getTime() - (sinceMs % dayMs), timeZone);
    return { kind: "timer_running_long", userId, facts: { startedAt, day } };
  });
}

/** Finds members who recorded no time on the last working day. */
async function findWithoutTime(
  db: Database,
  organization: OrganizationRow,
  timeZone: string,
  today: Temporal.PlainDate,
): Promise<NewNotice[]> {
  let last = today.subtract({ days: 1 });
  while (!isWorkingDay(organization, last)) last = last.subtract({ days: 1 });
  const date = last.toString();
  const day = { date, timeZone, ...spanOfDay(date, timeZone) };
  const userIds = await listWithoutTime(db, organization.id, day);
  return userIds.map((userId) => ({ kind: "time_missing", userId, facts: { date, timeZone } }));
}

export function spanOfDay(date: string, timeZone: string): { startsAt: string; endsAt: string } {
  return {
    startsAt: formatInstant(startOfDayMs(date, timeZone)),
    endsAt: formatInstant(startOfDayMs(date, timeZone, 1)),
  };
}

/**
 * On the first working day of the week, creates digests of the previous week for everyone who supervises other members.
 */
async function findDigests(
  db: Database,
  organization: OrganizationRow,
  timeZone: string,
  today: Temporal.PlainDate,
): Promise<NewNotice[]> {
  const weekStart = Temporal.PlainDate.from(
    startOfPeriod(today.toString(), { kind: "week", weekStart: organization.week_start }),
  );
  for (let day = weekStart; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 }))
    if (isWorkingDay(organization, day)) return [];
  const facts = { from: weekStart.subtract({ weeks: 1 }).toString(), to: weekStart.subtract({ days: 1 }).toString() };
  const userIds = await listReaders(db, organization.id, timeZone, spanOfDay(facts.to, timeZone).endsAt);
  return userIds.map((userId) => ({ kind: "digest", userId, facts }));
}

/** Finds timesheets of the previous period that are still open. */
async function findDueSheets(
  db: Database,
  organization: OrganizationRow,
  timeZone: string,
  now: Date,
): Promise<NewNotice[]> {
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
  return sheets.map(({ user_id: userId, timesheetId, version }) => ({
    kind: "timesheet_due",
    userId,
    facts: { timesheetId, version, period: period.kind, start: period.start, end: period.end },
  }));
}
