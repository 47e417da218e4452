import type { DurationUnit } from "#tracking/imports/sources/rows/source-row.ts";
import { longestValue } from "./texts.ts";
import { parseDecimal, type DecimalStyle } from "./decimals.ts";

export interface Duration {
  seconds: number;
  /** How far the duration may deviate from the elapsed time because the source rounded it. */
  slackSeconds: number;
}

const clock = /^([-+−]?)(\d{1,9}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?(?:\s*h)?$/;
const words =
  /^([-+−]?)(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std\.?|stunden?))?\s*(?:(\d+)\s*(?:m|mins?|minutes?|minuten?))?\s*(?:(\d+)\s*(?:s|secs?|seconds?|sek\.?|sekunden?))?$/i;
const iso = /^([-+]?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;

const unitWords: [DurationUnit, RegExp][] = [
  ["hours", /^(?:h|hrs?|std|decimal|dezimal)$|(?:hours?|stunden?)$/],
  ["minutes", /^mins?$|(?:minutes?|minuten?)$/],
  ["seconds", /^(?:s|secs?|sek)$|(?:seconds?|sekunden?)$/],
];

/** The unit that a header such as `Duration (min)` or `durationSeconds` states; undefined if it states none. */
export function statedUnit(header: string): DurationUnit | undefined {
  const words = header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const found = unitWords.filter(([, word]) => words.some((each) => word.test(each)));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/**
 * The seconds of `01:00:01`, `600:15`, `1,5`, `1h 30m`, `90 min` or `PT1H30M`, including negative durations; undefined
 * for anything else. `unit` is the unit of plain numbers.
 */
export function parseDuration(text: string, unit: DurationUnit, style: DecimalStyle): Duration | undefined {
  if (text.length > longestValue) return undefined;
  const match = clock.exec(text);
  if (match !== null) {
    const [, sign, hours, minutes, seconds] = match;
    if (Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined;
    const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
    return { seconds: signed(sign, total), slackSeconds: seconds === undefined ? 60 : 0 };
  }
  const number = parseDecimal(text, style);
  if (number !== undefined) return fromNumber(number, unit);
  return fromWords(text);
}

function fromNumber(number: number, unit: DurationUnit): Duration {
  if (unit === "seconds") return { seconds: Math.round(number), slackSeconds: 1 };
  if (unit === "minutes") return { seconds: Math.round(number * 60), slackSeconds: 60 };
  return { seconds: Math.round(number * 3600), slackSeconds: 36 };
}

function fromWords(text: string): Duration | undefined {
  const spoken = words.exec(text);
  if (spoken !== null && /\d/.test(text)) {
    const [, sign, hours = "0", minutes, seconds] = spoken;
    const total = Number(hours.replace(",", ".")) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return { seconds: signed(sign, Math.round(total)), slackSeconds: seconds === undefined ? 60 : 0 };
  }
  const written = iso.exec(text);
  if (written === null || !/\d/.test(text)) return undefined;
  const [, sign, days, hours, minutes, seconds] = written.map((part) => part ?? "0");
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { seconds: signed(sign, total), slackSeconds: 0 };
}

function signed(sign: string | undefined, seconds: number): number {
  return sign === "-" || sign === "−" ? -seconds : seconds;
}
