import type { Day } from "#time/group-by-day.ts";

/** The day that contains an instant. */
export function dayAt(days: readonly Day[], ms: number): Day | undefined {
  return days.find(({ from, to }) => ms >= from && ms < to);
}
