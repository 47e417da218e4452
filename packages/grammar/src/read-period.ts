import { addDays, readDay, startOfWeek, type WeekDay } from "./days.ts";
import { monthOfName, parseDayName } from "./parse-day-line.ts";

/** Thrown if the typed text is not a period. `message` and `hint` are for the user who typed it. */
export class PeriodError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** A range of calendar days, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

interface Today {
  today: string;
  weekStart: WeekDay;
}

/** The named periods, as suggested to users. */
export const periods = [
  "today",
  "yesterday",
  "week",
  "lastweek",
  "month",
  "lastmonth",
  "quarter",
  "lastquarter",
  "year",
  "lastyear",
  "all",
];

/**
 * Reads a period as people say it: `:month`, `last week`, `Q3`, `Q3 2025`, `November`, `last 7 days`, `last Wednesday`,
 * `2026-03`, `2026`, `2026-03-01..2026-03-15`, or any day that the grammar accepts, such as `yesterday` or `mon`. A
 * month or quarter without a year is the latest one that has begun. `last 3 months` are the whole months before this
 * one, as `last month` is, but `last 7 days` end today.
 */
export function readPeriod(typed: string, now: Today): Days {
  const found = findPeriod(typed, now);
  if (found !== undefined && found.from <= found.to) return found;
  if (found !== undefined) throw new PeriodError(`"${typed}" ends before it begins.`, "Write the earlier day first.");
  throw new PeriodError(
    `"${typed}" is not a period.`,
    "Write today, monday, this week, last month, Q3, November 2025, last 7 days, 2026-03, 2026-03-02 or 2026-03-01..2026-03-15.",
  );
}

/** Returns the days of a period; undefined if the text is none. A range may end before it begins. */
export function findPeriod(typed: string, now: Today): Days | undefined {
  const text = typed.trim().toLowerCase().replace(/^:/, "");
  // Programs mostly write days, and trying everything else first takes ten times as long.
  const day = readDay(text);
  if (day !== undefined) return { from: day, to: day };
  return namedPeriod(text, now) ?? rangeOf(text, now) ?? partOfYear(text, now) ?? dayOf(text, now);
}

type Unit = "day" | "week" | "month" | "quarter" | "year";

/** Returns the day, week, month, quarter or year that contains the day. */
function around(unit: Unit, day: string, weekStart: WeekDay): Days {
  const month = Number(day.slice(5, 7));
  switch (unit) {
    case "day":
      return { from: day, to: day };
    case "week":
      return { from: startOfWeek(day, weekStart), to: addDays(startOfWeek(day, weekStart), 6) };
    case "month":
      return monthsFrom(day, month, 1);
    case "quarter":
      return monthsFrom(day, month - ((month - 1) % 3), 3);
    case "year":
      return monthsFrom(day, 1, 12);
  }
}

function monthsFrom(day: string, month: number, count: number): Days {
  const from = `${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + count);
  return { from, to: addDays(next.toISOString().slice(0, 10), -1) };
}

/** Reads `week`, `last quarter`, `next month`, `last 7 days`, and the same without blanks. */
function namedPeriod(text: string, { today, weekStart }: Today): Days | undefined {
  const word = text.replaceAll(/[\s_-]/g, "");
  if (word === "all") return { from: "1970-01-02", to: "2199-12-30" };
  const [, which, digits, unit] =
    /^(?:the)?(this|current|last|past|previous|next)?(\d{1,3})?(day|week|month|quarter|year)s?$/.exec(word) ?? [];
  const count = Number(digits ?? 1);
  if (unit === undefined || count === 0 || (digits !== undefined && !/^[lpn]/.test(which ?? ""))) return undefined;
  if (unit === "day" && digits !== undefined)
    return which === "next"
      ? { from: addDays(today, 1), to: addDays(today, count) }
      : { from: addDays(today, 1 - count), to: today };
  const current = around(unit as Unit, today, weekStart);
  if (which === undefined || which === "this" || which === "current") return current;
  const beside = ({ from, to }: Days) =>
    around(unit as Unit, which === "next" ? addDays(to, 1) : addDays(from, -1), weekStart);
  const nearest = beside(current);
  let farthest = nearest;
  for (let more = 1; more < count; more++) farthest = beside(farthest);
  return which === "next" ? { from: nearest.from, to: farthest.to } : { from: farthest.from, to: nearest.to };
}

function rangeOf(text: string, now: Today): Days | undefined {
  const [, first, last = ""] = /^(?:from\s)?(.+?)(?:\.\.\.?|–|\bto\b)(.+)$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  // As in "year to date".
  const end = last.trim() === "date" ? now.today : findPeriod(last, now)?.to;
  const from = findPeriod(first, now)?.from;
  return from === undefined || end === undefined ? undefined : { from, to: end };
}

/** Reads a year, or a quarter or month of one: `2026`, `2026-03`, `Q3`, `Q3 2025`, `November`, `last November`. */
function partOfYear(text: string, { today, weekStart }: Today): Days | undefined {
  if (/^\d{4}$/.test(text)) return around("year", `${text}-01-01`, weekStart);
  if (/^\d{4}-\d\d$/.test(text) && readDay(`${text}-01`) !== undefined) return around("month", `${text}-01`, weekStart);
  const [, which, before, name = "", year = before] =
    /^(?:(this|last|next) )?(?:(\d{4})[-/ ]?)?(q[1-4]|\p{L}{3,})\.?(?:[-/ ]?(\d{4}))?$/u.exec(text) ?? [];
  const quarter = /^q\d$/.test(name) ? Number(name[1]) : undefined;
  const month = quarter === undefined ? monthOfName(name) : quarter * 3 - 2;
  if (month === undefined) return undefined;
  // The short names of weekdays in some languages are also beginnings of months, and stand for days.
  if (which === undefined && year === undefined && parseDayName(name, today) !== undefined) return undefined;
  const inYear = (each: number | string) =>
    around(
      quarter === undefined ? "month" : "quarter",
      `${String(each).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`,
      weekStart,
    );
  if (year !== undefined) return inYear(year);
  const current = Number(today.slice(0, 4));
  if (which === "this") return inYear(current);
  const years = [current + 1, current, current - 1].map(inYear);
  if (which === "next") return years.findLast(({ from }) => from > today);
  return years.find(({ from, to }) => (which === "last" ? to < today : from <= today));
}

/** Reads a day. `last Wednesday` is the latest one before today, `next Wednesday` the first one after today. */
function dayOf(text: string, { today, weekStart }: Today): Days | undefined {
  const [, which, name = text] = /^(this|last|next) (.+)$/.exec(text) ?? [];
  // The name of a weekday stands for the most recent one until this day.
  const until = {
    this: addDays(startOfWeek(today, weekStart), 6),
    last: addDays(today, -1),
    next: addDays(today, 7),
  }[which ?? ""];
  const day = parseDayName(name, until ?? today);
  return day === undefined ? undefined : { from: day, to: day };
}
