import type { WeekDay } from "#identity/organizations/week-days.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { dateAt, minuteMs } from "#platform/days.ts";
import { resolvePeriod } from "#tracking/reports/saved-reports/resolve-period.ts";
import type { CreateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import type { FindPlace } from "./demo-year.ts";

/** The current week of the owner. People sign in to the demo as the owner. */
export interface DemoWeek {
  startMs: number;
  /** When the owner's timer was started. */
  timerMs: number;
}

const defaultTimerMs = 38 * minuteMs;
const longestMs = 90 * minuteMs;

/**
 * Returns the current week. Early in the week, the timer covers only the second half of the elapsed time, which leaves
 * the first half for an entry.
 */
export function weekAt(now: Date, timeZone: string, weekStart: WeekDay): DemoWeek {
  const nowMs = now.getTime();
  const { from } = resolvePeriod("thisWeek", dateAt(nowMs, timeZone), weekStart);
  const startMs = startOfDayMs(from, timeZone);
  return { startMs, timerMs: wholeSeconds(Math.max(nowMs - defaultTimerMs, (startMs + nowMs) / 2)) };
}

const wholeSeconds = (ms: number) => Math.floor(ms / 1_000) * 1_000;

/**
 * Returns the entries. If this week has none yet, adds one right before the timer, because people may start the demo
 * outside working hours.
 */
export function fillWeek(entries: CreateTimeEntry[], week: DemoWeek, placeOf: FindPlace): CreateTimeEntry[] {
  if (entries.some(({ startedAt }) => Date.parse(startedAt) >= week.startMs)) return entries;
  const startMs = Math.max(week.startMs, week.timerMs - longestMs);
  return [
    ...entries,
    {
      ...placeOf("Online shop", "Design"),
      startedAt: formatInstant(startMs),
      durationSeconds: (week.timerMs - startMs) / 1_000,
      description: "Icons and empty states",
    },
  ];
}
