import type { Weekday } from "#time/zoned.ts";

const weekdays: readonly Weekday[] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Counts the days between two dates, both inclusive, that fall on these weekdays. */
export function countWorkingDays(from: string, to: string, days: readonly Weekday[]): number {
  const first = Temporal.PlainDate.from(from);
  const total = first.until(to, { largestUnit: "days" }).days + 1;
  if (total <= 0) return 0;
  const weeks = Math.floor(total / 7);
  const rest = Array.from({ length: total - weeks * 7 }, (_, at) => first.add({ days: weeks * 7 + at }));
  return weeks * days.length + rest.filter((date) => isOneOf(date, days)).length;
}

/** Returns the date of the `nth` of these weekdays after `date`, counting from 1. */
export function workingDayAfter(date: string, nth: number, days: readonly Weekday[]): string {
  const weeks = Math.floor((nth - 1) / days.length);
  let at = Temporal.PlainDate.from(date).add({ weeks });
  for (let left = nth - weeks * days.length; left > 0;) {
    at = at.add({ days: 1 });
    if (isOneOf(at, days)) left--;
  }
  return at.toString();
}

function isOneOf(date: Temporal.PlainDate, days: readonly Weekday[]): boolean {
  return days.includes(weekdays[date.dayOfWeek - 1] ?? "monday");
}
