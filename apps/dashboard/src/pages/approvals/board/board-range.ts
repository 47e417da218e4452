import type { Me } from "@stint/sdk";
import type { DayRange } from "#time/report-period.ts";
import { addDays, startOfWeek, type Weekday } from "#time/zoned.ts";

export type PeriodKind = NonNullable<Me["organization"]["approvals"]>["period"];

/** The choices for the number of periods; the first is the default. */
export const lengths: Record<PeriodKind, readonly [number, ...number[]]> = { month: [3, 6, 12], week: [6, 13, 26] };

/** The last `count` months or weeks, including the current one. */
export function lastPeriods(kind: PeriodKind, count: number, today: string, weekStart: Weekday): DayRange {
  if (kind === "week") {
    const week = startOfWeek(today, weekStart);
    return { from: addDays(week, -7 * (count - 1)), to: addDays(week, 6) };
  }
  const month = Temporal.PlainDate.from(today).with({ day: 1 });
  return {
    from: month.subtract({ months: count - 1 }).toString(),
    to: month.add({ months: 1 }).subtract({ days: 1 }).toString(),
  };
}
