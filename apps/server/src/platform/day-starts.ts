export const dayMs = 86_400_000;

/**
 * The calendar day of an instant in a zone, YYYY-MM-DD. If clocks go back over midnight, the later day continues, so
 * days follow one another without a gap.
 */
export function dateAt(ms: number, timeZone: string): string {
  const date = zonedAt(ms, timeZone).toPlainDate();
  const next = date.add({ days: 1 });
  return (next.toZonedDateTime({ timeZone }).epochMilliseconds <= ms ? next : date).toString();
}

/**
 * Returns a function from a day, counted from 1970-01-01, to its first instant in a zone. Call it in ascending order,
 * for days that begin after `fromMs`: it then needs Temporal only if the zone's offset changes.
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
    // A midnight that the clocks skip is before the change, so the day begins with the new offset.
    return Math.max(midnightMs - offsetMs, sinceMs);
  };
}

function zonedAt(ms: number, timeZone: string): Temporal.ZonedDateTime {
  return new Temporal.ZonedDateTime(BigInt(ms) * 1_000_000n, timeZone);
}

function offsetOf(zoned: Temporal.ZonedDateTime): number {
  return zoned.offsetNanoseconds / 1_000_000;
}
