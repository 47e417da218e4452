import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { weekDays } from "#identity/organizations/week-days.ts";
import { dayMs } from "#platform/days.ts";

/** When a budget resets. Entries before `startsOn` do not count. */
export interface BudgetSchedule {
  period: "total" | "monthly" | "weekly";
  startsOn: string | null;
}

/** Both dates are inclusive; null means unbounded. */
export interface BudgetPeriod {
  start: string | null;
  end: string | null;
}

type WeekDay = OrganizationRow["week_start"];

/** The budget's period that contains a date; undefined before the budget starts. */
export function budgetPeriod(budget: BudgetSchedule, date: string, weekStart: WeekDay): BudgetPeriod | undefined {
  return budget.startsOn !== null && date < budget.startsOn ? undefined : periodAround(budget, date, weekStart);
}

/** The period that begins on `startsOn`, which reports show even before that day. */
export function firstBudgetPeriod(budget: BudgetSchedule & { startsOn: string }): BudgetPeriod {
  // `monday` has no effect here: a weekly budget's weeks begin on the weekday of `startsOn`.
  return periodAround(budget, budget.startsOn, "monday");
}

/** The period that contains the date, even if the date is before the budget's first day. */
export function periodAround({ period, startsOn }: BudgetSchedule, date: string, weekStart: WeekDay): BudgetPeriod {
  const anchor = startsOn === null ? undefined : new Date(startsOn);
  switch (period) {
    case "total":
      return { start: startsOn, end: null };
    case "monthly":
      return monthAround(new Date(date), anchor?.getUTCDate() ?? 1);
    case "weekly":
      // `getUTCDay` counts weekdays from Sunday, `weekDays` from Monday.
      return weekAround(new Date(date), anchor?.getUTCDay() ?? (weekDays.indexOf(weekStart) + 1) % 7);
  }
}

/** The month that begins on the given day of the month, or on its last day if the month is shorter. */
function monthAround(date: Date, dayOfMonth: number): BudgetPeriod {
  const startIn = (months: number) => {
    const year = date.getUTCFullYear();
    const month = date.getUTCMonth() + months;
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(dayOfMonth, lastDay));
  };
  const months = date.getTime() < startIn(0) ? -1 : 0;
  return datesOf(startIn(months), startIn(months + 1));
}

function weekAround(date: Date, weekday: number): BudgetPeriod {
  const startMs = date.getTime() - ((date.getUTCDay() - weekday + 7) % 7) * dayMs;
  return datesOf(startMs, startMs + 7 * dayMs);
}

function datesOf(startMs: number, nextMs: number): BudgetPeriod {
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { start: dateOf(startMs), end: dateOf(nextMs - dayMs) };
}
