import { type WeekDay, weekDays } from "#identity/organizations/week-days.ts";
import type { Period } from "./schemas.ts";

/** The first and last day of a period. `last7Days` and `last30Days` end with `today`. */
export function resolvePeriod(period: Period, today: string, weekStart: WeekDay): { from: string; to: string } {
  const day = Temporal.PlainDate.from(today);
  const week = day.subtract({ days: (day.dayOfWeek - 1 - weekDays.indexOf(weekStart) + 7) % 7 });
  const month = day.with({ day: 1 });
  const quarter = month.subtract({ months: (month.month - 1) % 3 });
  const year = month.with({ month: 1 });
  const range = (first: Temporal.PlainDate, length: Temporal.DurationLike) => ({
    from: first.toString(),
    to: first.add(length).subtract({ days: 1 }).toString(),
  });
  switch (period) {
    case "today":
      return range(day, { days: 1 });
    case "yesterday":
      return range(day.subtract({ days: 1 }), { days: 1 });
    case "thisWeek":
      return range(week, { days: 7 });
    case "lastWeek":
      return range(week.subtract({ days: 7 }), { days: 7 });
    case "last7Days":
      return range(day.subtract({ days: 6 }), { days: 7 });
    case "thisMonth":
      return range(month, { months: 1 });
    case "lastMonth":
      return range(month.subtract({ months: 1 }), { months: 1 });
    case "last30Days":
      return range(day.subtract({ days: 29 }), { days: 30 });
    case "thisQuarter":
      return range(quarter, { months: 3 });
    case "lastQuarter":
      return range(quarter.subtract({ months: 3 }), { months: 3 });
    case "thisYear":
      return range(year, { years: 1 });
    case "lastYear":
      return range(year.subtract({ years: 1 }), { years: 1 });
  }
}
