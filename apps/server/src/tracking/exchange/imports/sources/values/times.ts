import { parseInstant } from "#platform/time.ts";
import { dayMs } from "#platform/days.ts";
import { longestValue } from "./texts.ts";

export interface TimeOfDay {
  /** Milliseconds since midnight, 0 to 86,400,000. */
  ms: number;
  hasSeconds: boolean;
}

const clockTime = /^(\d{1,2})\s?[:.h]\s?(\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?\s?m\.?|\s*uhr)?$/i;
const hourOnly = /^(\d{1,2})\s*(?:([ap])\.?\s?m\.?|h|uhr)$/i;
const digitsOnly = /^(\d{1,2})(\d\d)(\d\d)?$/;
/** A time in a cell without a format: a fraction of a day. */
const ofDay = /^0?[.,](?:\d|\d{3,})$/;

/**
 * Parses a time of day with 24 or 12 hours: `10:23:52`, `12:05 AM`, `9.30 Uhr`, `1530`, `0.375`; undefined for anything
 * else. A leap second counts as the midnight after it.
 */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  if (text.length > longestValue) return undefined;
  if (ofDay.test(text)) return { ms: Math.round(Number(text.replace(",", ".")) * 86_400) * 1000, hasSeconds: true };
  const short = hourOnly.exec(text);
  const [, hourText, minuteText, secondText, fraction = "", half] =
    short === null
      ? (clockTime.exec(text) ?? digitsOnly.exec(text) ?? [])
      : [text, short[1], "0", undefined, "", short[2]];
  if (hourText === undefined) return undefined;
  let hour = Number(hourText);
  const minute = Number(minuteText);
  const second = Number(secondText ?? 0);
  // Ignores AM and PM after 24-hour times, because some programs write both.
  if (half !== undefined && hour <= 12) hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const ms = ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  if (minute > 59 || second > (minute === 59 ? 60 : 59) || ms > dayMs) return undefined;
  return { ms, hasSeconds: secondText !== undefined };
}

const zoned =
  /^(\d{4}-\d\d-\d\d)(?:T|\s+)(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s*(?:(z|utc|gmt)|(?:utc|gmt)?([+-])(\d\d?):?(\d\d)?)$/i;

/** The milliseconds of an instant with an offset; undefined for any other text. */
export function parseZoned(text: string): number | undefined {
  if (text.length > longestValue) return undefined;
  const match = zoned.exec(text);
  if (match === null) return undefined;
  const [, date, time = "", , sign, hours = "", minutes = "00"] = match;
  const day = parseInstant(
    `${date}T00:00:00${sign === undefined ? "Z" : `${sign}${hours.padStart(2, "0")}:${minutes}`}`,
  );
  const read = parseTimeOfDay(time);
  return day === undefined || read === undefined ? undefined : day + read.ms;
}

const timeAtEnd =
  /^(.+?)(?:,?\s+|(?<=\d)T(?=\d))(\d{1,2}[:.h]\d\d(?:[:.]\d\d(?:[.,]\d+)?)?(?:\s*[ap]\.?\s?m\.?|\s*uhr)?|\d{1,2}\s*[ap]m)$/i;

/** Splits a text such as `03/04/2024 10:23 AM` into date and time; the time is empty if there is none. */
export function splitDateAndTime(text: string): { date: string; time: string } {
  // Spreadsheets number the days and append the time as a fraction.
  const [, serial, fraction] = /^(\d{5})([.,]\d+)$/.exec(text) ?? [];
  if (serial !== undefined && fraction !== undefined) {
    const time = new Date(Math.round(Number(`0${fraction.replace(",", ".")}`) * 86_400) * 1000);
    return { date: serial, time: time.toISOString().slice(11, 19) };
  }
  const match = text.length > longestValue ? null : timeAtEnd.exec(text);
  return match === null ? { date: text, time: "" } : { date: match[1] ?? "", time: match[2] ?? "" };
}
