import { weekDays } from "#identity/organizations/week-days.ts";
import { dateAt, dayMs, dayStartsAfter } from "#platform/days.ts";

export type Interval = "day" | "week" | "month" | "quarter" | "year";
export type WeekDay = (typeof weekDays)[number];

/**
 * A calendar period in a time zone; `endMs` is exclusive. The key names the whole period, even if the range clips the
 * bucket.
 */
export interface Bucket {
  key: string;
  startMs: number;
  endMs: number;
}

/**
 * The calendar periods of a time zone that overlap [fromMs, toMs), ascending and contiguous. The first and the last
 * are clipped to the range. Days that the zone skipped are left out.
 */
export function listBuckets(
  interval: Interval,
  timeZone: string,
  weekStart: WeekDay,
  fromMs: number,
  toMs: number,
): Bucket[] {
  if (fromMs >= toMs) return [];
  const buckets: Bucket[] = [];
  const keyOf = keysOf(interval);
  const startOfDay = dayStartsAfter(fromMs, timeZone);
  let day = firstDay(interval, Date.parse(dateAt(fromMs, timeZone)) / dayMs, weekStart);
  let startMs = fromMs;
  while (startMs < toMs) {
    const next = followingDay(interval, day);
    const endMs = Math.min(startOfDay(next), toMs);
    if (startMs < endMs) buckets.push({ key: keyOf(day), startMs, endMs });
    day = next;
    startMs = endMs;
  }
  return buckets;
}

/** The first day of the period that contains `day`. Days are numbered from 1970-01-01. */
function firstDay(interval: Interval, day: number, weekStart: WeekDay): number {
  if (interval === "day") return day;
  if (interval === "week") {
    // 1970-01-01 was a Thursday. Adding 7 keeps days in 1969 positive, because `%` has the sign of its left operand.
    const since = day + 7 + weekDays.indexOf("thursday") - weekDays.indexOf(weekStart);
    return day - (since % 7);
  }
  const date = new Date(day * dayMs);
  const month = date.getUTCMonth();
  return Date.UTC(date.getUTCFullYear(), month - (month % monthsOf[interval]), 1) / dayMs;
}

/** The first day of the next period. `day` must be the first day of a period. */
function followingDay(interval: Interval, day: number): number {
  if (interval === "day") return day + 1;
  if (interval === "week") return day + 7;
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsOf[interval], 1) / dayMs;
}

const monthsOf = { month: 1, quarter: 3, year: 12 };

/** Returns a function that maps a period's first day to the period's key. It formats each month only once. */
function keysOf(interval: Interval): (day: number) => string {
  let month = "";
  let firstOfMonth = 0;
  let endOfMonth = 0;
  return (day) => {
    if (day < firstOfMonth || day >= endOfMonth) {
      firstOfMonth = firstDay("month", day, "monday");
      endOfMonth = followingDay("month", firstOfMonth);
      month = new Date(day * dayMs).toISOString().slice(0, 7);
    }
    switch (interval) {
      case "day":
      case "week":
        return month + dayEndings[day - firstOfMonth];
      case "month":
        return month;
      case "quarter":
        return `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;
      case "year":
        return month.slice(0, 4);
    }
  };
}

const dayEndings = Array.from({ length: 31 }, (_, day) => `-${String(day + 1).padStart(2, "0")}`);
