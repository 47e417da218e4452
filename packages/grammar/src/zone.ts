// Days and clock times in a time zone, all derived from the zone's UTC offset at an instant.

import { addDays, dayMs, minuteMs } from "./days.ts";
import type { ClockTime } from "./parse-clock.ts";

/** Returns a zone's offset from UTC at an instant, in milliseconds. */
type OffsetAt = (ms: number) => number;

const known = new Map<string, OffsetAt>();

export function offsetsOf(zone: string): OffsetAt {
  let offsetAt = known.get(zone);
  if (offsetAt === undefined)
    known.set(zone, (offsetAt = "Temporal" in globalThis ? byTemporal(zone) : byFormat(zone)));
  return offsetAt;
}

/**
 * Remembers between which instants an offset holds, because asking Temporal takes 20 µs, and lists ask thousands of
 * times.
 */
function byTemporal(zone: string): OffsetAt {
  const periods: { fromMs: number; toMs: number; offsetMs: number }[] = [];
  return (ms) => {
    const known = periods.find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
    if (known !== undefined) return known.offsetMs;
    const fromMs = Math.floor(ms);
    const zoned = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone);
    const since = zoned.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
    const until = zoned.getTimeZoneTransition("next");
    const offsetMs = zoned.offsetNanoseconds / 1_000_000;
    periods.push({
      fromMs: since?.epochMilliseconds ?? -Infinity,
      toMs: until?.epochMilliseconds ?? Infinity,
      offsetMs,
    });
    return offsetMs;
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
  const offsetAt = offsetsOf(zone);
  // Clocks have not gone back, so midnight was not repeated.
  if (offsetAt(ms) >= offsetAt(ms - dayMs)) return day;
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
  const wall = Date.parse(day) + clockMinutes * minuteMs;
  return instantsAt(day, { clockMinutes }, zone)[0] ?? wall - offsetsOf(zone)(wall - dayMs);
}

/**
 * Returns the instants at which clocks show a time: two if they repeat it, none if they skip it. The first skipped
 * minute is the instant of the change, so that a shift can end at 2:00. An offset names a single instant.
 */
function instantsAt(day: string, { clockMinutes, offsetMinutes }: ClockTime, zone: string): number[] {
  const wall = Date.parse(day) + clockMinutes * minuteMs;
  if (offsetMinutes !== undefined) return [wall - offsetMinutes * minuteMs];
  const offsetAt = offsetsOf(zone);
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
  const shown = [...new Set([wall - before, wall - after])].filter((ms) => ms + offsetAt(ms) === wall);
  return shown.length === 0 && offsetAt(wall - before - 1) === before ? [wall - before] : shown;
}

interface Limits {
  /** If clocks repeat the time, the instant nearest to this one is meant; by default, the earlier one. */
  near?: number;
  after?: number;
  until?: number;
}

/**
 * Returns the instant of a typed time on the first of these days on which it has an instant within the limits.
 * Undefined if clocks skip the time there: a typed time is never moved.
 */
export function findClock(
  days: readonly string[],
  time: ClockTime,
  zone: string,
  { near = -Infinity, after = -Infinity, until = Infinity }: Limits = {},
): number | undefined {
  for (const day of days) {
    const shown = instantsAt(day, time, zone);
    const instants = shown.length > 0 ? shown : [atClock(day, time.clockMinutes, zone)];
    const [first, second] = instants.filter((ms) => ms > after && ms <= until);
    if (first === undefined) continue;
    if (shown.length === 0) return undefined;
    return second !== undefined && Math.abs(second - near) < Math.abs(first - near) ? second : first;
  }
  return undefined;
}

/** Returns the instant of a typed end: the first after `ms` or, if clocks repeat its time, the nearest to `near`. */
export function nextClock(ms: number, day: string, end: ClockTime, zone: string, near = ms): number | undefined {
  return findClock([day, addDays(day, 1)], end, zone, { near, after: ms });
}

/**
 * Returns the start of a typed range. If clocks repeat the start, the instant nearest to `near` is meant; without
 * `near`, the instant that makes the range as long as its clock times say, or else the earlier instant.
 */
export function startOfRange(
  day: string,
  start: ClockTime,
  end: ClockTime | undefined,
  zone: string,
  near?: number,
): number | undefined {
  const { clockMinutes } = start;
  const minutes = ((end?.clockMinutes ?? clockMinutes) - clockMinutes + 1440) % 1440;
  const ifAsLong = atClock(day, clockMinutes + minutes, zone) - minutes * minuteMs;
  return findClock([day], start, zone, { near: near ?? ifAsLong });
}

/** Returns ` UTC+1`, as `parseClockTime` reads it, if clocks show the time of this instant twice; otherwise nothing. */
export function offsetIfRepeated(ms: number, zone: string): string {
  const time = { clockMinutes: clockOf(ms, zone) };
  if (instantsAt(wallDay(ms, zone), time, zone).length < 2) return "";
  return offsetText(offsetsOf(zone)(ms) / minuteMs);
}

/** Returns ` UTC+1` for 60 minutes. */
export function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return ` UTC${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** Returns an instant's clock time in minutes after midnight. */
export function clockOf(ms: number, zone: string): number {
  return Math.floor((((wallClock(ms, zone) % dayMs) + dayMs) % dayMs) / minuteMs);
}

/** Returns the days as a half-open range of milliseconds. */
export function rangeOfDays(from: string, to: string, zone: string): { fromMs: number; toMs: number } {
  return { fromMs: startOfDay(from, zone), toMs: startOfDay(addDays(to, 1), zone) };
}

/** Returns the local time in the zone, in milliseconds as if it were UTC. */
const wallClock = (ms: number, zone: string): number => ms + offsetsOf(zone)(ms);

const wallDay = (ms: number, zone: string): string => new Date(wallClock(ms, zone)).toISOString().slice(0, 10);
