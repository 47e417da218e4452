import { type WeekDay, weekDays } from "#identity/organizations/week-days.ts";

// Temporal numbers weekdays from 1 (Monday); our list starts at 0.
function isWorkingDay(date: Temporal.PlainDate, days: readonly WeekDay[]): boolean {
  return days.some((day) => weekDays.indexOf(day) + 1 === date.dayOfWeek);
}

/** The number of working days between two dates, both inclusive. */
export function countWorkingDays(from: string, to: string, days: readonly WeekDay[]): number {
  const total = Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days + 1;
  if (total <= 0) return 0;
  const weeks = Math.floor(total / 7);
  let count = weeks * days.length;
  for (let rest = weeks * 7; rest < total; rest++)
    if (isWorkingDay(Temporal.PlainDate.from(from).add({ days: rest }), days)) count++;
  return count;
}

/** The `nth` working day after a date, counted from 1. */
export function workingDayAfter(date: string, nth: number, days: readonly WeekDay[]): string {
  const weeks = Math.floor((nth - 1) / days.length);
  let at = Temporal.PlainDate.from(date).add({ weeks });
  for (let left = nth - weeks * days.length; left > 0;) {
    at = at.add({ days: 1 });
    if (isWorkingDay(at, days)) left--;
  }
  return at.toString();
}
