import { ianaZone } from "@stint/grammar/find-zone.ts";

const instant = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)$/i;
const date = /^\d{4}-\d\d-\d\d$/;

const firstMs = Date.UTC(1970, 0, 1);
const endMs = Date.UTC(2200, 0, 1);

/**
 * Parses an ISO 8601 instant with an offset into milliseconds since 1970, truncated. Returns undefined for anything
 * else: no offset, a day that does not exist, a leap second, a year outside 1970–2199.
 */
export function parseInstant(text: string): number | undefined {
  const match = instant.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "0", fraction = "0", offset = "Z"] = match;
  const millisecond = Number(fraction.padEnd(3, "0").slice(0, 3));
  const fields = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const local = Date.UTC(fields[0], fields[1] - 1, fields[2], fields[3], fields[4], fields[5], millisecond);
  const back = new Date(local);
  const exists =
    // Excludes the years 0 to 99, which Date.UTC reads as 1900 to 1999.
    back.getUTCFullYear() === fields[0] &&
    back.getUTCMonth() === fields[1] - 1 &&
    back.getUTCDate() === fields[2] &&
    fields[3] < 24 &&
    fields[4] < 60 &&
    fields[5] < 60;
  if (!exists) return undefined;
  const shift = offsetMinutes(offset);
  if (shift === undefined) return undefined;
  const ms = local - shift * 60_000;
  return ms >= firstMs && ms < endMs ? ms : undefined;
}

function offsetMinutes(offset: string): number | undefined {
  if (offset === "Z" || offset === "z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  // PostgreSQL accepts offsets below 16 hours; real zones stay within 14.
  if (hours > 15 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** Repairs an instant in a query, where an unencoded + arrives as a space. */
export function queryInstant(text: string): string {
  return text.replace(" ", "+");
}

/** Formats an instant as ISO 8601 in UTC, with milliseconds only if they are not zero. */
export function formatInstant(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith(".000Z") ? `${text.slice(0, -5)}Z` : text;
}

/** Whether a YYYY-MM-DD is an existing day from 1970 to 2199. */
export function isDate(text: string): boolean {
  return date.test(text) && parseInstant(`${text}T00:00:00Z`) !== undefined;
}

/** Whether the IANA time zone database has this name, aliases included; false for a bare offset. */
export function isTimeZone(text: string): boolean {
  return ianaZone(text) !== undefined;
}

/** The time zone of the machine; UTC if it has none that exists, as with an empty `TZ`. */
export function systemZone(): string {
  return ianaZone(Temporal.Now.timeZoneId()) ?? "UTC";
}

/**
 * Returns the instant at which a day begins in a zone: `day`, or `plusDays` later. A day does not always begin at
 * midnight, because clocks may skip midnight.
 */
export function startOfDayMs(day: string, timeZone: string, plusDays = 0): number {
  return Temporal.PlainDate.from(day).add({ days: plusDays }).toZonedDateTime({ timeZone }).epochMilliseconds;
}
