import { parseInstant } from "#platform/time.ts";
import { longestValue } from "./texts.ts";

export interface TimeOfDay {
  /** Milliseconds since midnight, 0 to 86,400,000. */
  ms: number;
  hasSeconds: boolean;
}

const clockTime = /^(\d{1,2})[:.h](\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?\s?m\.?|\s*uhr)?$/i;
const hourOnly = /^(\d{1,2})\s*([ap])\.?\s?m\.?$/i;

/** Parses a time of day with 24 or 12 hours: `10:23:52`, `12:05 AM`, `9.30 Uhr`; undefined for anything else. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  if (text.length > longestValue) return undefined;
  const short = hourOnly.exec(text);
  const [, hourText, minuteText, secondText, fraction = "", half] =
    short === null ? (clockTime.exec(text) ?? []) : [text, short[1], "0", undefined, "", short[2]];
  if (hourText === undefined) return undefined;
  let hour = Number(hourText);
  const minute = Number(minuteText);
  const second = Number(secondText ?? 0);
  // Ignores AM and PM after 24-hour times, because some programs write both.
  if (half !== undefined && hour <= 12) hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const ms = ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  if (minute > 59 || second > 59 || ms > 86_400_000) return undefined;
  return { ms, hasSeconds: secondText !== undefined };
}

const zoned =
  /^(\d{4}-\d\d-\d\d)(?:T|\s+)(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s*(?:(z|utc|gmt)|([+-]\d\d):?(\d\d)?)$/i;

/** The milliseconds of an instant with an offset; undefined for any other text. */
export function parseZoned(text: string): number | undefined {
  if (text.length > longestValue) return undefined;
  const match = zoned.exec(text);
  if (match === null) return undefined;
  const [, date, time = "", , hours, minutes = "00"] = match;
  return parseInstant(`${date}T${time.replace(",", ".")}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
}

const timeAtEnd =
  /^(.+?)(?:,?\s+|(?<=\d)T(?=\d))(\d{1,2}[:.h]\d\d(?:[:.]\d\d(?:[.,]\d+)?)?(?:\s*[ap]\.?\s?m\.?|\s*uhr)?|\d{1,2}\s*[ap]m)$/i;

/** Splits a text such as `03/04/2024 10:23 AM` into date and time; the time is empty if there is none. */
export function splitDateAndTime(text: string): { date: string; time: string } {
  const match = text.length > longestValue ? null : timeAtEnd.exec(text);
  return match === null ? { date: text, time: "" } : { date: match[1] ?? "", time: match[2] ?? "" };
}
