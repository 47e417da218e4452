import type { Actor } from "#identity/access.ts";
import { weekDays } from "#identity/organizations/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { dateAt } from "#platform/day-starts.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { dayFacts, listNames, listRunning } from "./grid-queries.ts";
import { membersOf, readingOf } from "./list-sheets.ts";
import { readSheets, type Sheet, spanOf } from "./read-sheets.ts";
import type { TimesheetGrid, TimesheetGridQuery } from "./schemas.ts";
import { shownSheet } from "./to-timesheet.ts";

const mostCells = 20_000;

/** The days of a grid without `from`. */
const usualDays = 92;

function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString();
}

/**
 * The timesheets of members in a range of days, by member: what an approver needs to see. Throws 422 for more than
 * 20,000 of them.
 */
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
  const today = dateAt(now.getTime(), reading.organization.time_zone);
  const { to = today, from = daysBefore(to, usualDays) } = query;
  if (from > to) throw invalid("/from", "out_of_range", "from is after to; swap them");
  const sheets = await readSheets(db, reading, { userIds, from, to });
  if (sheets.length > mostCells) {
    const message = `There are ${sheets.length} timesheets in this range; at most ${mostCells} are returned. Shorten the range, or choose a team.`;
    throw new AppError("too_many_groups", message);
  }
  // What is approved needs no attention.
  const undecided = sheets.filter(({ status, isFormer }) => status !== "approved" && !isFormer).map(spanOf);
  const { time_zone: timeZone, working_days: workingDays } = reading.organization;
  const days = workingDays.map((day) => weekDays.indexOf(day) + 1);
  const rows = Map.groupBy(sheets, (sheet) => sheet.user_id);
  const [facts, running, names] = await Promise.all([
    dayFacts(db, actor.orgId, undecided, { timeZone, days, today }, reading.hidden),
    listRunning(db, actor.orgId, undecided),
    listNames(db, actor.orgId, [...rows.keys()]),
  ]);
  return {
    data: [...rows].map(([userId, own]) => ({
      userId,
      userName: names.get(userId) ?? userId,
      timesheets: own
        .toSorted((a, b) => (a.period_start < b.period_start ? -1 : 1))
        .map((sheet) => ({
          ...shownSheet(sheet, actor),
          missingDays: missingDays(sheet, facts.get(sheet.id)?.days ?? 0, { days, today }),
          overlaps: facts.get(sheet.id)?.overlaps ?? 0,
          timerStartedAt: running.get(sheet.id) ?? null,
        })),
    })),
  };
}

/** The working days of an undecided timesheet, up to yesterday, on which nothing began. */
function missingDays(
  { status, isFormer, period_start: start, period_end: end }: Sheet,
  worked: number,
  { days, today }: { days: number[]; today: string },
): number {
  if (status === "approved" || isFormer) return 0;
  let due = 0;
  const last = end < today ? Temporal.PlainDate.from(end) : Temporal.PlainDate.from(today).subtract({ days: 1 });
  for (let day = Temporal.PlainDate.from(start); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    if (days.includes(day.dayOfWeek)) due++;
  return Math.max(0, due - worked);
}
