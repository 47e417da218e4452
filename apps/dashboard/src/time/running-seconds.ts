import type { Day } from "./group-by-day.ts";

/**
 * How long a timer has been running on each of `days`, in seconds, rounded down to whole minutes. Omits days without a
 * whole minute.
 */
export function runningSeconds(startedAt: string, now: number, days: readonly Day[]): Map<string, number> {
  const start = Date.parse(startedAt);
  return new Map(
    days
      .map(({ day, from, to }) => [day, Math.floor((Math.min(now, to) - Math.max(start, from)) / 60_000) * 60] as const)
      .filter(([, seconds]) => seconds > 0),
  );
}
