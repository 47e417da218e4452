import type { Approvals } from "#identity/organizations/approvals.ts";
import { type WeekDay, weekDays } from "#identity/organizations/week-days.ts";
import { formatInstant, isDate, startOfDayMs } from "#platform/time.ts";
import { addDays } from "@stint/grammar/days.ts";

type Kind = Approvals["period"];

export interface Calendar {
  kind: Kind;
  weekStart: WeekDay;
  timeZone: string;
}

/**
 * A week or month. `start` and `end` are its first and last day. It covers the instants from `startsAt` (inclusive)
 * to `endsAt` (exclusive).
 */
export interface Period {
  kind: Kind;
  start: string;
  end: string;
  startsAt: string;
  endsAt: string;
}

/** The parts of a timesheet's id. */
export interface SheetKey {
  userId: string;
  kind: Kind;
  start: string;
}

/** The id of a timesheet: `sheet_`, the digits of the member's id, `w` or `m`, and the first day. */
export function sheetId({ userId, kind, start }: SheetKey): string {
  return `sheet_${userId.slice("user_".length)}${kind === "week" ? "w" : "m"}${start.replaceAll("-", "")}`;
}

/** Parses an id. Returns undefined for a text that `sheetId` cannot return. */
export function readSheetId(id: string): SheetKey | undefined {
  const match = /^sheet_([0-9a-f]{32})([wm])(\d{4})(\d\d)(\d\d)$/.exec(id);
  if (match === null) return undefined;
  const [, digits, kind, year, month, day] = match;
  const start = `${year}-${month}-${day}`;
  // The week that contains 1970-01-01 may start in 1969.
  const exists = isDate(start) || /^1969-12-(2[6-9]|3[01])$/.test(start);
  return exists ? { userId: `user_${digits}`, kind: kind === "w" ? "week" : "month", start } : undefined;
}

export function startOfPeriod(day: string, { kind, weekStart }: Pick<Calendar, "kind" | "weekStart">): string {
  if (kind === "month") return `${day.slice(0, 8)}01`;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -((weekday - weekDays.indexOf(weekStart) + 7) % 7));
}

/** The period that starts on `start`, which must be a period's first day. */
export function periodFrom(start: string, { kind, timeZone }: Pick<Calendar, "kind" | "timeZone">): Period {
  const next = nextStart(start, kind);
  const instantOf = (day: string) => formatInstant(startOfDayMs(day, timeZone));
  return { kind, start, end: addDays(next, -1), startsAt: instantOf(start), endsAt: instantOf(next) };
}

/** The periods from the one that contains `from` to the one that contains `to`, latest first. */
export function periodsBetween(from: string, to: string, calendar: Calendar): Period[] {
  const last = startOfPeriod(to, calendar);
  const periods: Period[] = [];
  for (let start = startOfPeriod(from, calendar); start <= last; start = nextStart(start, calendar.kind))
    periods.push(periodFrom(start, calendar));
  return periods.toReversed();
}

function nextStart(start: string, kind: Kind): string {
  // The next month starts at most 4 days after the 28th.
  return kind === "month" ? `${addDays(`${start.slice(0, 8)}28`, 4).slice(0, 8)}01` : addDays(start, 7);
}

function formerStart(start: string, kind: Kind): string {
  return kind === "month" ? `${addDays(start, -1).slice(0, 8)}01` : addDays(start, -7);
}

/** The span of a timesheet that the member has already submitted. */
export interface ClosedSpan {
  kind: Kind;
  start: string;
  startsAt: string;
  endsAt: string;
}

/**
 * The span of an open period. Next to a closed period of the same kind, the span starts where the closed one ends, or
 * ends where the closed one starts. So even after a change of time zone, there is neither a gap nor an overlap between
 * the two.
 */
export function cutOpen(period: Period, closed: readonly ClosedSpan[]): Period {
  const ofKind = closed.filter(({ kind }) => kind === period.kind);
  if (ofKind.length === 0) return period;
  const former = formerStart(period.start, period.kind);
  const before = ofKind.find(({ start }) => start === former);
  const next = nextStart(period.start, period.kind);
  const after = ofKind.find(({ start }) => start === next);
  const startsAt = before?.endsAt ?? period.startsAt;
  const endsAt = after?.startsAt ?? period.endsAt;
  return { ...period, startsAt, endsAt };
}
