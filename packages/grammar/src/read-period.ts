import { addDays, readDay, startOfWeek, type WeekDay } from "./days.ts";
import { parseDayName } from "./parse-day-line.ts";

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
  "year",
  "lastyear",
  "all",
];

/**
 * Reads `:month`, `last week`, `2026-03`, `2026`, `2026-03-01..2026-03-15`, or any day that the grammar accepts, such
 * as `yesterday` or `mon`.
 */
export function readPeriod(typed: string, { today, weekStart }: Today): Days {
  const text = typed.trim().toLowerCase();
  if (readDay(text) !== undefined) return { from: text, to: text };
  const word = text.replace(/^:/, "").replaceAll(/[\s_-]/g, "");
  const named = namedPeriod(word, today, weekStart);
  if (named !== undefined) return named;
  const range = /^(.+?)(?:\.\.\.?|–|\bto\b)(.+)$/.exec(text);
  if (range !== null) {
    const from = readPeriod(range[1] ?? "", { today, weekStart });
    const to = readPeriod(range[2] ?? "", { today, weekStart });
    if (from.from > to.to) throw new PeriodError(`"${typed}" ends before it begins.`, "Write the earlier day first.");
    return { from: from.from, to: to.to };
  }
  const month = /^(\d{4})-(\d\d)$/.exec(text);
  if (month !== null && readDay(`${text}-01`) !== undefined) return monthOf(`${text}-01`);
  if (/^\d{4}$/.test(text)) return { from: `${text}-01-01`, to: `${text}-12-31` };
  const day = parseDayName(typed, today);
  if (day !== undefined) return { from: day, to: day };
  throw new PeriodError(
    `"${typed}" is not a period.`,
    `Try ${periods.map((name) => `:${name}`).join(", ")}, 2026-03, 2026-03-01..2026-03-15 or a day.`,
  );
}

function namedPeriod(word: string, today: string, weekStart: WeekDay): Days | undefined {
  const yesterday = addDays(today, -1);
  const week = startOfWeek(today, weekStart);
  const month = monthOf(today);
  const year = today.slice(0, 4);
  const lastYear = String(Number(year) - 1).padStart(4, "0");
  switch (word) {
    case "day":
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: yesterday, to: yesterday };
    case "week":
      return { from: week, to: addDays(week, 6) };
    case "lastweek":
      return { from: addDays(week, -7), to: addDays(week, -1) };
    case "month":
      return month;
    case "lastmonth":
      return monthOf(addDays(month.from, -1));
    case "quarter":
      return quarterOf(today);
    case "year":
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case "lastyear":
      return { from: `${lastYear}-01-01`, to: `${lastYear}-12-31` };
    case "all":
      return { from: "1970-01-02", to: "2199-12-30" };
    default:
      return undefined;
  }
}

function monthOf(day: string): Days {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return { from: `${day.slice(0, 7)}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

function quarterOf(day: string): Days {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  const of = (month: number) => monthOf(`${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`);
  return { from: of(first).from, to: of(first + 2).to };
}
