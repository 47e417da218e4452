import { dayMs } from "#platform/days.ts";
import { quote, TornError } from "./torn-error.ts";

/** A number of days, which have 23 to 25 hours, and an exact time in addition. */
export interface Length {
  days: number;
  ms: number;
}

/**
 * Matches times as in RFC 5545, and as other programs write them: with separators, fractions of a second or an offset
 * from UTC.
 */
const day = /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<date>\d\d)/;
const clock = /(?<hour>\d\d)(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:\.\d{1,9})?)?/;
const offset = /(?:Z|(?<sign>[+-])(?<hours>[01]\d):?(?<minutes>[0-5]\d))/;
const time = new RegExp(`${day.source}(?:[T ]${clock.source}(?<offset>${offset.source})?)?$`, "i");
const duration = /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i;

/**
 * Reads a date or a time as written in the file: local, in milliseconds as if it were UTC. A day is represented by its
 * midnight. Throws if the date or time does not exist.
 */
export function parseTime(text: string) {
  const value = text.trim();
  const read = time.exec(value)?.groups ?? {};
  const { year, month, date, hour = "00", minute = "00", second = "00", sign = "+", hours, minutes } = read;
  const written = `${year}-${month}-${date}T${hour}:${minute}`;
  // A leap second is read as the second before it.
  const local = Date.parse(`${written}:${second === "60" ? "59" : second}Z`);
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(written))
    throw new TornError(`${quote(value)} is not an existing date or time`);
  const ahead = Number(`${sign}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return { local: local - ahead, isDay: read["hour"] === undefined, isUtc: read["offset"] !== undefined };
}

export function parseDuration(text: string): Length {
  const value = text.trim();
  const [match, sign, ...parts] = duration.exec(value) ?? [];
  if (match === undefined || parts.every((part) => part === undefined))
    throw new TornError(`${quote(value)} is not a duration`);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const factor = sign === "-" ? -1 : 1;
  return { days: factor * (weeks * 7 + days), ms: factor * ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** The length between two local times, in days if it is a whole number of days. */
export function lengthBetween(start: number, end: number): Length {
  return (end - start) % dayMs === 0 ? { days: (end - start) / dayMs, ms: 0 } : { days: 0, ms: end - start };
}
