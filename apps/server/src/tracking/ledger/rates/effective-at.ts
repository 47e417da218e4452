import { formatInstant, startOfDayMs } from "#platform/time.ts";

/**
 * The instant from which a rate applies: the start of its first day in the organization's time zone. 1970-01-01 means
 * that the rate has always applied, so it starts at 1970-01-01 UTC at the latest, even west of UTC.
 */
export function effectiveAt(effectiveFrom: string, timeZone: string): string {
  const startMs = startOfDayMs(effectiveFrom, timeZone);
  return formatInstant(effectiveFrom === "1970-01-01" ? Math.min(startMs, 0) : startMs);
}
