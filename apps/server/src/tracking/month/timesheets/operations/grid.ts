import type { Actor } from "#identity/access.ts";
import { weekDays } from "#identity/organizations/week-days.ts";
import type { Database } from "#platform/database/database.ts";
import { dateAt } from "#platform/days.ts";
import { invalid } from "#platform/errors.ts";
import { type DayFacts, dayFacts, listNames, listRunning } from "./grid-queries.ts";
import { membersOf, readingOf } from "#tracking/month/timesheets/list-sheets.ts";
import {
  cutSheets,
  readFigures,
  type Reading,
  type Sheet,
  type SheetWithoutFigures,
  spanOf,
  tooManySheets,
  type Wanted,
} from "#tracking/month/timesheets/read-sheets.ts";
import { type TimesheetGrid, type TimesheetGridQuery, usualDays } from "./grid-schemas.ts";
import { shownSheet } from "#tracking/month/timesheets/to-timesheet.ts";

const maxCells = 20_000;

/**
 * The maximum number of undecided timesheets to compute facts for, because facts are read from entries, which is
 * slow.
 */
const maxFacts = 2_000;

function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString();
}

/** The timesheets of members in a range of days, grouped by member. Throws 422 if there are more than 20,000. */
export async function readGrid(
  db: Database,
  actor: Actor,
  query: TimesheetGridQuery,
  now: Date,
): Promise<TimesheetGrid> {
  const [reading, userIds] = await Promise.all([
    readingOf(db, actor, "timesheets:read", now),
    membersOf(db, actor, query),
  ]);
  const { time_zone: timeZone, working_days: workingDays } = reading.organization;
  const today = dateAt(now.getTime(), timeZone);
  const calendar = { timeZone, days: workingDays.map((day) => weekDays.indexOf(day) + 1), today };
  const { to = today, from = daysBefore(to, usualDays) } = query;
  if (from > to) throw invalid("/from", "out_of_range", "is after `to`; swap them");
  const { sheets, facts, isNoticed, running, names } = await readRows(db, reading, { userIds, from, to }, calendar);
  const rows = Map.groupBy(sheets, (sheet) => sheet.user_id);
  const dueDays = countDueDays(calendar);
  const people = new Set(sheets.flatMap(deciders));
  return {
    people: [...people].map((userId) => ({ userId, userName: names.get(userId) ?? userId })),
    data: [...rows].map(([userId, own]) => ({
      userId,
      userName: names.get(userId) ?? userId,
      timesheets: own
        .toSorted((a, b) => (a.period_start < b.period_start ? -1 : 1))
        .map((sheet) => ({
          ...shownSheet(sheet, actor),
          ...noticeable(sheet, facts.get(sheet.id), { dueDays, isNoticed }),
          timerStartedAt: running.get(sheet.id) ?? null,
        })),
    })),
  };
}

/** Reads figures and facts concurrently, because both are slow for many timesheets. */
async function readRows(
  db: Database,
  reading: Reading,
  wanted: Wanted,
  calendar: { timeZone: string; days: number[]; today: string },
) {
  const orgId = reading.organization.id;
  const cut = await cutSheets(db, reading, { ...wanted, most: maxCells });
  const factsOf = (sheets: readonly SheetWithoutFigures[]) =>
    dayFacts(db, orgId, sheets.map(spanOf), calendar, reading.hidden);
  const undecided = cut.filter(isUndecided);
  const due = undecided.filter(({ isDue, version }) => isDue || version > 0);
  const noticed = latest(due, maxFacts);
  const [sheets, facts, running, names] = await Promise.all([
    readFigures(db, reading, cut),
    factsOf(noticed),
    listRunning(db, orgId, undecided.map(spanOf), reading.hidden),
    listNames(db, orgId, [...new Set(cut.flatMap((sheet) => [sheet.user_id, ...deciders(sheet)]))]),
  ]);
  if (sheets.length > maxCells) throw tooManySheets(maxCells);
  const isNoticed = new Set(noticed.map(({ id }) => id));
  // If some of these are left out, the others of their periods are too.
  const since = noticed.length < due.length ? (noticed.at(-1)?.period_start ?? "") : "";
  // Reads the facts of the remaining timesheets last: only the figures show for which periods former members have
  // entries, and current ones from before they joined.
  const more = latest(
    sheets.filter((sheet) => isUndecided(sheet) && sheet.period_start >= since && !isNoticed.has(sheet.id)),
    maxFacts,
  );
  for (const [id, found] of await factsOf(more)) facts.set(id, found);
  for (const { id } of more) isNoticed.add(id);
  return { sheets, facts, isNoticed, running, names };
}

function deciders({ submitted_by, decided_by }: SheetWithoutFigures): string[] {
  return [submitted_by, decided_by].filter((id) => id !== null);
}

/** Whether the timesheet still needs an approval. Timesheets of former periods need none. */
function isUndecided({ status, isFormer }: SheetWithoutFigures): boolean {
  return status !== "approved" && !isFormer;
}

/** The timesheets of the latest periods: as many whole periods as fit into `most`, but at least one. */
function latest(sheets: readonly SheetWithoutFigures[], most: number): SheetWithoutFigures[] {
  const periods = [...Map.groupBy(sheets, (sheet) => sheet.period_start)].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const taken: SheetWithoutFigures[] = [];
  for (const [, ofPeriod] of periods) {
    if (taken.length > 0 && taken.length + ofPeriod.length > most) break;
    taken.push(...ofPeriod);
  }
  return taken;
}

type Noticeable = Pick<TimesheetGrid["data"][number]["timesheets"][number], "missingDays" | "overlaps">;

function noticeable(
  sheet: Sheet,
  facts: DayFacts = { days: 0, overlaps: 0 },
  { dueDays, isNoticed }: { dueDays: (sheet: Sheet) => number; isNoticed: ReadonlySet<string> },
): Noticeable {
  if (!isUndecided(sheet)) return { missingDays: 0, overlaps: 0 };
  if (!isNoticed.has(sheet.id)) return { missingDays: null, overlaps: null };
  return { missingDays: Math.max(0, dueDays(sheet) - facts.days), overlaps: facts.overlaps };
}

/**
 * Returns a function that counts the working days of a timesheet before today, starting no earlier than the day its
 * member joined.
 */
function countDueDays({
  days,
  today,
  timeZone,
}: {
  days: number[];
  today: string;
  timeZone: string;
}): (sheet: Sheet) => number {
  const counted = new Map<string, number>();
  const count = (start: string, end: string) => {
    const last = end < today ? Temporal.PlainDate.from(end) : Temporal.PlainDate.from(today).subtract({ days: 1 });
    let due = 0;
    let day = Temporal.PlainDate.from(start);
    for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
      if (days.includes(day.dayOfWeek)) due++;
    return due;
  };
  const joinedOn = new Map<string, string>();
  return ({ user_id: userId, joinedAt, period_start: first, period_end: end }) => {
    const joined = joinedOn.get(userId) ?? dateAt(Date.parse(joinedAt), timeZone);
    joinedOn.set(userId, joined);
    const start = joined > first ? joined : first;
    const key = `${start} ${end}`;
    const known = counted.get(key) ?? count(start, end);
    counted.set(key, known);
    return known;
  };
}
