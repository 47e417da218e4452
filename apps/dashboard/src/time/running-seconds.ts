import type { Day } from "./group-by-day.ts";

/**
 * How long a timer has been running, in seconds, rounded down to whole minutes: wholly on the day on which it started,
 * where it will count when it is stopped. Empty on other days and before the first minute.
 */
export function runningSeconds(startedAt: string, now: number, days: readonly Day[]): Map<string, number> {
  const start = Date.parse(startedAt);
  const seconds = Math.floor((now - start) / 60_000) * 60;
  const day = days.find(({ from, to }) => from <= start && start < to);
  return new Map(day === undefined || seconds <= 0 ? [] : [[day.day, seconds]]);
}
