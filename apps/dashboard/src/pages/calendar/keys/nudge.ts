import { addDays, clockMinutesOf, dayOf } from "#time/zoned.ts";
import { atClock } from "@stint/grammar/zone.ts";
import { quarterMs } from "#pages/calendar/blocks/day-geometry.ts";
import { longestMs } from "#pages/calendar/pointer/gesture.ts";
import type { Span } from "#pages/calendar/blocks/pieces.ts";

const minuteMs = 60_000;

/** Moves a span by quarter-hours of real time. */
export function moveByQuarters({ start, end }: Span, quarters: number): Span {
  return { start: start + quarters * quarterMs, end: end + quarters * quarterMs };
}

/** Moves a span by days. It keeps its duration and starts at the same clock time. */
export function moveByDays({ start, end }: Span, days: number, zone: string): Span {
  const day = addDays(dayOf(start, zone), days);
  const moved = atClock(day, clockMinutesOf(start, zone), zone) + (start % minuteMs);
  return { start: moved, end: moved + (end - start) };
}

/** Moves the end by quarter-hours. It stays at least a quarter-hour after the start, unless it was already closer. */
export function resizeByQuarters({ start, end }: Span, quarters: number): Span {
  const least = Math.min(end, start + quarterMs);
  return { start, end: Math.min(Math.max(end + quarters * quarterMs, least), start + longestMs) };
}
