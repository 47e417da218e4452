import type { Day } from "#time/group-by-day.ts";
import { toZoned } from "#time/zoned.ts";
import { dayMs } from "@stint/grammar/days.ts";

export const quarterMs = 15 * 60_000;
export const hourMs = 60 * 60_000;

/** An instant at which the zone's clock shows a full hour. */
export interface HourLine {
  ms: number;
  hour: number;
}

/**
 * The full hours that the clock shows on a day: usually 23 or 25 if clocks change, and never one that is skipped. Every
 * zone changes its clock by whole quarter-hours, so stepping by quarter-hours of real time finds them all.
 */
export function hourLines({ from, to }: Day, zone: string): HourLine[] {
  const lines: HourLine[] = [];
  // Temporal is slow, so the lines of a day without a clock change are calculated without it.
  const [first, last] = [toZoned(from, zone), toZoned(to, zone)];
  if (to - from === dayMs && first.hour === 0 && first.minute === 0 && first.offset === last.offset)
    return Array.from({ length: 24 }, (_, hour) => ({ ms: from + hour * hourMs, hour }));
  for (let ms = from; ms < to; ms += quarterMs) {
    const { hour, minute } = toZoned(ms, zone);
    if (minute === 0) lines.push({ ms, hour });
  }
  return lines;
}

/** Whether the day has no clock change and so fits the common scale. */
export function isOrdinary({ from }: Day, lines: readonly HourLine[]): boolean {
  return lines.length === 24 && lines.every(({ ms, hour }, at) => hour === at && ms === from + at * hourMs);
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
