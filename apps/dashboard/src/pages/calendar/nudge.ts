import { atClock, addDays, clockMinutesOf, dayOf } from "#time/zoned.ts";
import { quarterMs } from "./day-geometry.ts";
import { longestMs } from "./gesture.ts";
import type { Span } from "./pieces.ts";

const minuteMs = 60_000;

/** The same duration, some quarters of an hour of real time later. */
export function moveByQuarters({ start, end }: Span, quarters: number): Span {
  return { start: start + quarters * quarterMs, end: end + quarters * quarterMs };
}

/** The same duration, starting at the same time of the clock some days later. */
export function moveByDays({ start, end }: Span, days: number, zone: string): Span {
  const day = addDays(dayOf(start, zone), days);
  const moved = atClock(day, clockMinutesOf(start, zone), zone) + (start % minuteMs);
  return { start: moved, end: moved + (end - start) };
}

/** The end some quarters later, never less than a quarter after the start unless it was so before. */
export function resizeByQuarters({ start, end }: Span, quarters: number): Span {
  const least = Math.min(end, start + quarterMs);
  return { start, end: Math.min(Math.max(end + quarters * quarterMs, least), start + longestMs) };
}
