import { dayMs, hourMs, minuteMs } from "@stint/grammar/days.ts";

export { dayOf as dateAt } from "@stint/grammar/zone.ts";
export { dayMs, hourMs, minuteMs };
export const minuteSeconds = minuteMs / 1_000;
export const hourSeconds = 60 * minuteSeconds;
export const daySeconds = 24 * hourSeconds;

/** The number that spreadsheets store for 1970-01-01: they count days since 1899-12-30. */
export const serialOf1970 = -Date.UTC(1899, 11, 30) / dayMs;

/**
 * Returns a function that converts a day, counted from 1970-01-01, to its first instant in a zone. Call that function
 * with ascending days that begin after `fromMs`. It is fast, because it uses Temporal only where the zone's offset
 * changes.
 */
export function dayStartsAfter(fromMs: number, timeZone: string): (day: number) => number {
  let since = zonedAt(fromMs, timeZone);
  let sinceMs = fromMs;
  let offsetMs = offsetOf(since);
  let until = since.getTimeZoneTransition("next");
  let untilMs = until?.epochMilliseconds ?? Infinity;
  return (day) => {
    const midnightMs = day * dayMs;
    while (until !== null && midnightMs - offsetMs >= untilMs) {
      since = until;
      sinceMs = untilMs;
      offsetMs = offsetOf(since);
      until = since.getTimeZoneTransition("next");
      untilMs = until?.epochMilliseconds ?? Infinity;
    }
    // If the clocks skip midnight, the day begins at the change, with the new offset.
    return Math.max(midnightMs - offsetMs, sinceMs);
  };
}

function zonedAt(ms: number, timeZone: string): Temporal.ZonedDateTime {
  return new Temporal.ZonedDateTime(BigInt(ms) * 1_000_000n, timeZone);
}

function offsetOf(zoned: Temporal.ZonedDateTime): number {
  return zoned.offsetNanoseconds / 1_000_000;
}
