import type { Day } from "./group-by-day.ts";

/**
 * Maps the day on which a timer started to the seconds that it has been running, rounded down to whole minutes: all of
 * them will count on that day once the timer is stopped. Empty in the first minute, and if `days` lacks that day.
 */
export function runningSeconds(startedAt: string, now: number, days: readonly Day[]): Map<string, number> {
  const start = Date.parse(startedAt);
  const seconds = Math.floor((now - start) / 60_000) * 60;
  const day = days.find(({ from, to }) => from <= start && start < to);
  return new Map(day === undefined || seconds <= 0 ? [] : [[day.day, seconds]]);
}
