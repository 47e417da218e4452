import type { Timer } from "@stint/sdk";
import type { Day } from "./group-by-day.ts";

/** The seconds between two instants, rounded down to whole minutes; 0 if the second one is not later. */
export function wholeMinutes(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / 60_000) * 60);
}

/**
 * Maps the day on which a timer started to the seconds that it has been running, rounded down to whole minutes: all of
 * them will count on that day once the timer is stopped. Empty without a timer, in its first minute, and if `days` lacks
 * that day.
 */
export function runningSeconds(
  timer: Pick<Timer, "startedAt"> | null,
  now: number,
  days: readonly Day[],
): Map<string, number> {
  if (timer === null) return new Map();
  const start = Date.parse(timer.startedAt);
  const seconds = wholeMinutes(start, now);
  const day = days.find(({ from, to }) => from <= start && start < to);
  return new Map(day === undefined || seconds === 0 ? [] : [[day.day, seconds]]);
}
