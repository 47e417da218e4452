import { addMonths } from "./month-grid.ts";
import { addDays, daysBetween, startOfWeek, type Weekday } from "./zoned.ts";

export interface Year {
  from: string;
  to: string;
  /** The first days of its weeks. The first and the last week may reach beyond the year. */
  weeks: readonly string[];
}

/** The twelve months that end today, or twelve months earlier for each of `turned`. */
export function yearBefore(today: string, turned: number, weekStart: Weekday): Year {
  const to = addMonths(today, -12 * turned);
  const from = addDays(addMonths(to, -12), 1);
  const first = startOfWeek(from, weekStart);
  const count = Math.floor(daysBetween(first, to) / 7) + 1;
  return { from, to, weeks: Array.from({ length: count }, (_, at) => addDays(first, 7 * at)) };
}

/** Groups weeks by month, and counts them. A week belongs to the month in which it ends. */
export function monthsOf(weeks: readonly string[]): { day: string; weeks: number }[] {
  const monthOf = (week: string) => addDays(week, 6).slice(0, 7);
  return [...Map.groupBy(weeks, monthOf)].map(([month, each]) => ({ day: `${month}-01`, weeks: each.length }));
}

/** The hours from which a day has the darkest colour: a working day or, for the days of many people, more. */
export function mostHours(seconds: readonly number[]): number {
  const hours = Math.max(0, ...seconds) / 3600;
  return hours <= 16 ? 8 : Math.ceil(hours / 16) * 8;
}

/** The shade of a day, from 0 for no time to 4 for `most` hours and more. */
export function shadeOf(seconds: number, most: number): number {
  return Math.min(4, Math.ceil(seconds / ((most * 3600) / 4)));
}

interface DayOfSums {
  seconds: number;
  /** By whether time is billable. */
  groups?: readonly { key: string | null; seconds: number }[] | undefined;
}

/** The billable share of the tracked time, before rounding, which could lead to more than all of it. */
export function billableShareOfDays(days: readonly DayOfSums[]): number | undefined {
  const sum = (all: readonly { seconds: number }[]) => all.reduce((total, { seconds }) => total + seconds, 0);
  const billable = days.flatMap(({ groups = [] }) => groups.filter(({ key }) => key === "true"));
  return sum(days) === 0 ? undefined : sum(billable) / sum(days);
}
