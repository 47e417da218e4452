import type { Day } from "#time/group-by-day.ts";
import { toZoned } from "#time/zoned.ts";
import { dayMs } from "@stint/grammar/days.ts";

export const quarterMs = 15 * 60_000;
export const hourMs = 60 * 60_000;

/**
 * The instants of a day at which the clock shows a full hour: usually 23 or 25 if clocks change, and never one that is
 * skipped. Every zone changes its clock by whole quarter-hours, so steps of a quarter-hour find them all.
 */
export function hourLines(day: Day, zone: string): number[] {
  const { from, to } = day;
  // Temporal is slow, so the lines of a day without a clock change are calculated without it.
  if (isOrdinary(day, zone)) return Array.from({ length: 24 }, (_, hour) => from + hour * hourMs);
  const quarters = Array.from({ length: (to - from) / quarterMs }, (_, at) => from + at * quarterMs);
  return quarters.filter((ms) => toZoned(ms, zone).minute === 0);
}

/** Whether the day has no clock change and so fits the common scale. */
export function isOrdinary({ from, to }: Day, zone: string): boolean {
  const [first, last] = [toZoned(from, zone), toZoned(to, zone)];
  return to - from === dayMs && first.hour === 0 && first.minute === 0 && first.offset === last.offset;
}

/** The instant at a vertical position of the day, clamped to the day. */
export function instantAt({ from, to }: Day, y: number, hourHeight: number): number {
  return Math.min(Math.max(from + (y / hourHeight) * hourMs, from), to);
}

/** The vertical position of an instant. */
export function heightOf({ from }: Pick<Day, "from">, ms: number, hourHeight: number): number {
  return ((ms - from) / hourMs) * hourHeight;
}

/** The nearest quarter-hour on the day's clock. */
export function snap({ from, to }: Day, ms: number): number {
  return Math.min(from + Math.round((ms - from) / quarterMs) * quarterMs, to);
}

/** The quarter-hour that contains an instant. At the end of the day, the last one. */
export function quarterAt({ from, to }: Day, ms: number): number {
  return Math.min(from + Math.floor((ms - from) / quarterMs) * quarterMs, to - quarterMs);
}
