import type { Day } from "#time/group-by-day.ts";
import { toZoned } from "#time/zoned.ts";

export const quarterMs = 15 * 60_000;
export const hourMs = 60 * 60_000;

/** An instant at which the clock of the zone shows a full hour. */
export interface HourLine {
  ms: number;
  hour: number;
}

/**
 * The full hours of a day as its clock shows them: 23 or 25 of them where clocks change, and never one that is skipped.
 * Every zone changes its clock by whole quarters, so that quarters of real time meet all of them.
 */
export function hourLines({ from, to }: Day, zone: string): HourLine[] {
  const lines: HourLine[] = [];
  // Temporal is slow: on most days the clock shows the same offset at both ends.
  const [first, last] = [toZoned(from, zone), toZoned(to, zone)];
  if (to - from === 24 * hourMs && first.hour === 0 && first.minute === 0 && first.offset === last.offset)
    return Array.from({ length: 24 }, (_, hour) => ({ ms: from + hour * hourMs, hour }));
  for (let ms = from; ms < to; ms += quarterMs) {
    const { hour, minute } = toZoned(ms, zone);
    if (minute === 0) lines.push({ ms, hour });
  }
  return lines;
}

/** Tells whether the clock runs through the day without a change, so that one scale of hours fits it. */
export function isOrdinary({ from }: Day, lines: readonly HourLine[]): boolean {
  return lines.length === 24 && lines.every(({ ms, hour }, at) => hour === at && ms === from + at * hourMs);
}

/** The instant at a share of the day's height, never outside of the day. */
export function instantAt({ from, to }: Day, y: number, hourHeight: number): number {
  return Math.min(Math.max(from + (y / hourHeight) * hourMs, from), to);
}

/** How far below the beginning of the day an instant is drawn. */
export function heightOf({ from }: Pick<Day, "from">, ms: number, hourHeight: number): number {
  return ((ms - from) / hourMs) * hourHeight;
}

/** The nearest quarter of an hour of the day's clock. */
export function snap({ from, to }: Day, ms: number): number {
  return Math.min(from + Math.round((ms - from) / quarterMs) * quarterMs, to);
}

/** The quarter of an hour in which an instant lies; the last one for the end of the day. */
export function quarterAt({ from, to }: Day, ms: number): number {
  return Math.min(from + Math.floor((ms - from) / quarterMs) * quarterMs, to - quarterMs);
}
