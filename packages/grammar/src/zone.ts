// Days and clock times in a time zone, all derived from the zone's UTC offset at an instant.

import { addDays } from "./days.ts";

const dayMs = 86_400_000;

/** Returns a zone's offset from UTC at an instant, in milliseconds. */
type OffsetAt = (ms: number) => number;

const known = new Map<string, OffsetAt>();

export function offsetsOf(zone: string): OffsetAt {
  const found = known.get(zone) ?? ("Temporal" in globalThis ? byTemporal(zone) : byFormat(zone));
  known.set(zone, found);
  return found;
}

function byTemporal(zone: string): OffsetAt {
  return (ms) => {
    const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(ms));
    return instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
  };
}

/**
 * Returns offsets computed with `DateTimeFormat`. Used only before Node 26, because creating the first `DateTimeFormat`
 * takes 14 ms.
 */
export function byFormat(zone: string): OffsetAt {
  const digits = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const clock = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, era: "short", ...digits, ...clock });
  return (ms) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
    const wall = Date.UTC(year, month - 1, day, hour, minute, second);
    return wall - Math.floor(ms / 1000) * 1000;
  };
}

/**
 * Returns the calendar day of an instant. If clocks go back across midnight, the repeated hour belongs to the new day.
 */
export function dayOf(ms: number, zone: string): string {
  const day = wallDay(ms, zone);
  const next = addDays(day, 1);
  return startOfDay(next, zone) <= ms ? next : day;
}

/** Returns the first instant of a day, which is later than midnight if a clock change skips midnight. */
export function startOfDay(day: string, zone: string): number {
  const start = atClock(day, 0, zone);
  if (wallClock(start, zone) === Date.parse(day)) return start;
  // A clock change skips midnight, so search for the instant of the change.
  let [before, after] = [start - dayMs, start];
  const offsetAt = offsetsOf(zone);
  const offset = offsetAt(after);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * Returns the instant of a clock time, in milliseconds. If clocks skip the time, it moves forward by the length of the
 * gap. If they repeat the time, returns the earlier instant.
 */
export function atClock(day: string, clockMinutes: number, zone: string): number {
  const wall = Date.parse(day) + clockMinutes * 60_000;
  const offsetAt = offsetsOf(zone);
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
  const candidates = [wall - before, wall - after].filter((ms) => ms + offsetAt(ms) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : wall - before;
}

/** Returns the first instant after `ms` at which clocks show this time, on that day or the next. */
export function nextClock(ms: number, day: string, clockMinutes: number, zone: string): number {
  const sameDay = atClock(day, clockMinutes, zone);
  return sameDay > ms ? sameDay : atClock(day, clockMinutes + 1440, zone);
}

/** Returns an instant's clock time in minutes after midnight. */
export function clockOf(ms: number, zone: string): number {
  return Math.floor((((wallClock(ms, zone) % dayMs) + dayMs) % dayMs) / 60_000);
}

/** Returns the days as a half-open range of milliseconds. */
export function rangeOfDays(from: string, to: string, zone: string): { fromMs: number; toMs: number } {
  return { fromMs: startOfDay(from, zone), toMs: startOfDay(addDays(to, 1), zone) };
}

/** Returns the local time in the zone, in milliseconds as if it were UTC. */
const wallClock = (ms: number, zone: string): number => ms + offsetsOf(zone)(ms);

const wallDay = (ms: number, zone: string): string => new Date(wallClock(ms, zone)).toISOString().slice(0, 10);
