import { ianaZone } from "@stint/grammar/iana-zone.ts";
import { parseInstant as parseIso } from "@stint/grammar/parse-instant.ts";

const printed = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;
const date = /^\d{4}-\d\d-\d\d$/;

const firstMs = Date.UTC(1970, 0, 1);
const endMs = Date.UTC(2200, 0, 1);

/** Parses an instant of 1970–2199 that a caller sends, in any form that the grammar accepts. */
export function readInstant(text: string): number | undefined {
  const ms = parseIso(text);
  return ms !== undefined && ms >= firstMs && ms < endMs ? ms : undefined;
}

/** Like `readInstant`, but accepts only the forms that the service and the database write. */
export function parseInstant(text: string): number | undefined {
  return printed.test(text) ? readInstant(text) : undefined;
}

/** Repairs an instant in a query, where an unencoded + arrives as a space. */
export function queryInstant(text: string): string {
  return text.replace(/ (?=\d\d(?::?\d\d)?$)/, "+");
}

/** Formats an instant as ISO 8601 in UTC, with milliseconds only if they are not zero. */
export function formatInstant(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
}

/** Whether the text is an existing day from 1970 to 2199, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return date.test(text) && parseInstant(`${text}T00:00:00Z`) !== undefined;
}

/** Whether the IANA time zone database has this name, aliases included; false for a bare offset. */
export function isTimeZone(text: string): boolean {
  return ianaZone(text) !== undefined;
}

/** Returns the machine's time zone; UTC if the machine names no existing zone, as with an empty `TZ`. */
export function systemZone(): string {
  return ianaZone(Temporal.Now.timeZoneId()) ?? "UTC";
}

/**
 * Returns the instant at which a day begins in a zone: `day`, or the day `plusDays` after it. A day does not always
 * begin at midnight, because clocks may skip midnight.
 */
export function startOfDayMs(day: string, timeZone: string, plusDays = 0): number {
  return Temporal.PlainDate.from(day).add({ days: plusDays }).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** Returns the instants between which a day lies in a zone. */
export function spanOfDay(day: string, timeZone: string): { startsAt: string; endsAt: string } {
  return {
    startsAt: formatInstant(startOfDayMs(day, timeZone)),
    endsAt: formatInstant(startOfDayMs(day, timeZone, 1)),
  };
}
