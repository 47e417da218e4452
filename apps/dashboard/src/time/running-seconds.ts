import type { Day } from "./group-by-day.ts";

/** The seconds, in whole minutes, that a timer has been running on each of `days`. Omits days without any. */
export function runningSeconds(startedAt: string, now: number, days: readonly Day[]): Map<string, number> {
  const start = Date.parse(startedAt);
  return new Map(
    days
      .map(({ day, from, to }) => [day, Math.floor((Math.min(now, to) - Math.max(start, from)) / 60_000) * 60] as const)
      .filter(([, seconds]) => seconds > 0),
  );
}
