import { readDay } from "#time/read-day.ts";
import { addDays, listDays, startOfWeek, type Weekday } from "#time/zoned.ts";

export const views = ["day", "3days", "week"] as const;
export type CalendarView = (typeof views)[number];

const dayCounts = { day: 1, "3days": 3, week: 7 };

/** Reads the days from the URL: `?view=week&date=2026-03-02`. Unreadable parts are ignored. */
export function readAddress(params: URLSearchParams, today: string, isPhone: boolean) {
  const view = views.find((each) => each === params.get("view")) ?? (isPhone ? "3days" : "week");
  const date = readDay(params.get("date")) ?? today;
  return { view, date };
}

/**
 * The days of a view. A week is the whole week of the date. Other views end with the date, because people record their
 * time afterwards.
 */
export function daysOf(view: CalendarView, date: string, weekStart: Weekday): string[] {
  const count = dayCounts[view];
  return listDays(view === "week" ? startOfWeek(date, weekStart) : addDays(date, 1 - count), count);
}

/** The date for the view's previous (-1) or next (1) days. */
export function stepDate(view: CalendarView, date: string, steps: number): string {
  return addDays(date, steps * dayCounts[view]);
}

/** The date for which the view shows `day`; unchanged if `day` is already visible. */
export function dateToShow(day: string, view: CalendarView, date: string, weekStart: Weekday): string {
  return daysOf(view, date, weekStart).includes(day) ? date : day;
}
