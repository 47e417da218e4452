import type { Approvals } from "#identity/organizations/approvals.ts";
import { type WeekDay, weekDays } from "#identity/organizations/queries.ts";
import { formatInstant, isDate, startOfDayMs } from "#platform/time.ts";

type Kind = Approvals["period"];

/** The settings that periods are cut by. */
export interface Calendar {
  kind: Kind;
  weekStart: WeekDay;
  timeZone: string;
}

/** A week or month. `start` and `end` are its first and last day; it holds the instants from `startsAt` until `endsAt`. */
export interface Period {
  kind: Kind;
  start: string;
  end: string;
  startsAt: string;
  endsAt: string;
}

/** What identifies a timesheet. */
export interface SheetKey {
  userId: string;
  kind: Kind;
  start: string;
}

/** The id of a member's timesheet: `sheet_`, the digits of the member's id, `w` or `m`, and the first day. */
export function sheetId({ userId, kind, start }: SheetKey): string {
  return `sheet_${userId.slice("user_".length)}${kind === "week" ? "w" : "m"}${start.replaceAll("-", "")}`;
}

/** What an id says; undefined for anything that `sheetId` does not return. */
export function readSheetId(id: string): SheetKey | undefined {
  const match = /^sheet_([0-9a-f]{32})([wm])(\d{4})(\d\d)(\d\d)$/.exec(id);
  if (match === null) return undefined;
  const [, digits, kind, year, month, day] = match;
  const start = `${year}-${month}-${day}`;
  // The week that holds 1970-01-01 may begin in 1969.
  const exists = isDate(start) || /^1969-12-(2[6-9]|3[01])$/.test(start);
  return exists ? { userId: `user_${digits}`, kind: kind === "w" ? "week" : "month", start } : undefined;
}

/** The first day of the period that holds a day. */
export function startOfPeriod(day: string, { kind, weekStart }: Pick<Calendar, "kind" | "weekStart">): string {
  const date = Temporal.PlainDate.from(day);
  if (kind === "month") return date.with({ day: 1 }).toString();
  const days = (date.dayOfWeek - 1 - weekDays.indexOf(weekStart) + 7) % 7;
  return date.subtract({ days }).toString();
}

/** The period that begins on a day, which must be the first day of one. */
export function periodFrom(start: string, { kind, timeZone }: Pick<Calendar, "kind" | "timeZone">): Period {
  const next = nextStart(start, kind);
  const instantOf = (day: string) => formatInstant(startOfDayMs(day, timeZone));
  const end = Temporal.PlainDate.from(next).subtract({ days: 1 }).toString();
  return { kind, start, end, startsAt: instantOf(start), endsAt: instantOf(next) };
}

/** The periods from the one that holds `from` to the one that holds `to`, latest first. */
export function periodsBetween(from: string, to: string, calendar: Calendar): Period[] {
  const last = startOfPeriod(to, calendar);
  const periods: Period[] = [];
  for (let start = startOfPeriod(from, calendar); start <= last; start = nextStart(start, calendar.kind))
    periods.push(periodFrom(start, calendar));
  return periods.toReversed();
}

function nextStart(start: string, kind: Kind): string {
  const date = Temporal.PlainDate.from(start);
  return (kind === "month" ? date.add({ months: 1 }) : date.add({ days: 7 })).toString();
}

/** A closed timesheet of the same member. */
export interface ClosedSpan {
  kind: Kind;
  start: string;
  startsAt: string;
  endsAt: string;
}

/**
 * The span of an open period: where a closed one of the same kind comes just before or after it, it begins where that
 * one ended and ends where that one began. So no time falls between them, or into both, after the time zone changed.
 */
export function cutOpen(period: Period, closed: readonly ClosedSpan[]): Period {
  const ofKind = closed.filter(({ kind }) => kind === period.kind);
  const before = ofKind.find(({ start }) => nextStart(start, period.kind) === period.start);
  const next = nextStart(period.start, period.kind);
  const after = ofKind.find(({ start }) => start === next);
  const startsAt = before?.endsAt ?? period.startsAt;
  const endsAt = after?.startsAt ?? period.endsAt;
  return { ...period, startsAt, endsAt };
}
