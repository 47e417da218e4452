import { parseDayName } from "@stint/grammar/parse-day-line.ts";
import { dayFormat } from "./day-format.ts";
import { readDay } from "./read-day.ts";

const numbers = /^(\d{1,4})([./-])\s*(\d{1,2})(?:\2\s*(\d{1,2}|\d{4})?)?$/;

/**
 * Parses a typed day to `YYYY-MM-DD`. Accepts dates that start with the year, dates in the locale's order, and the
 * days of the grammar, such as `mon` and `3 Mar`.
 * If the separators are dots, the day always comes before the month.
 */
export function parseDay(typed: string, today: string, locale: string): string | undefined {
  const [found, first = "", separator, second = "", third] = numbers.exec(typed.trim()) ?? [];
  if (found === undefined) return parseDayName(typed, today);
  if (first.length > 2) return third === undefined ? undefined : toDay(first, second, third);
  const year = third ?? today.slice(0, 4);
  const isDayFirst = separator === "." || orderOf(locale).indexOf("day") < orderOf(locale).indexOf("month");
  return isDayFirst ? toDay(year, second, first) : toDay(year, first, second);
}

/** Whether a typed day is complete, so that more digits can't change its meaning. */
export function isWholeDay(typed: string): boolean {
  return /^\d{4}-\d\d-\d\d$|\D\d{4}$/.test(typed.trim());
}

/** Formats a day in digits, as `parseDay` reads it: `03/08/2026` or `08.03.2026`. */
export function showDay(day: string, locale: string): string {
  return formatOf(locale).format(new Date(`${day}T00:00:00Z`));
}

/** The locale's date pattern: `MM/DD/YYYY`. */
export function showPattern(locale: string, letters: Record<string, string>): string {
  return formatOf(locale)
    .formatToParts(0)
    .map(({ type, value }) => letters[type] ?? value)
    .join("");
}

function toDay(year: string, month: string, day: string): string | undefined {
  if (year.length % 2 === 1 || day.length > 2) return undefined;
  return readDay(`${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function orderOf(locale: string): string[] {
  return formatOf(locale)
    .formatToParts(0)
    .map(({ type }) => type);
}

const formatOf = (locale: string) => dayFormat(locale, { year: "numeric", month: "2-digit", day: "2-digit" });
