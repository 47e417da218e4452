import { daySeconds, hourSeconds, minuteSeconds } from "#platform/days.ts";
import type { DecimalMark, DurationUnit } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { parseDuration as parseTyped } from "@stint/grammar/parse-duration.ts";
import { longestValue } from "./texts.ts";
import { parseDecimal } from "./decimals.ts";
import { parseTimeOfDay } from "./times.ts";

export interface Duration {
  seconds: number;
  /** How far the duration may deviate from the elapsed time because the source rounded it. */
  slackSeconds: number;
}

// Programs round hours to hundredths.
const hundredthSeconds = hourSeconds / 100;

const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;

const unitWords: [DurationUnit, RegExp][] = [
  ["hours", /^(?:h|hrs?|std|decimal|dezimal|décimale?|ore|uren)$|(?:hours?|stunden?|heures?|horas?|timmar|godziny?)$/],
  ["minutes", /^mins?$|(?:minut(?:es?|en?|os?|i|y|er))$/],
  ["seconds", /^(?:s|secs?|sek)$|(?:seconds?|sekunden?|secondes?|segundos?|secondi|seconden|sekundy|sekunder)$/],
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
 * The seconds of `01:00:01`, `600:15`, `1,5`, `1h 30m`, `90 min`, `18:25 min`, `PT1H30M` or of anything else that the
 * screens accept, including negative durations; undefined for other texts. `unit` is the unit of plain numbers.
 */
export function parseDuration(text: string, unit: DurationUnit, mark: DecimalMark | undefined): Duration | undefined {
  if (text.length > longestValue) return undefined;
  const number = parseDecimal(text, mark);
  if (number !== undefined) return fromNumber(number, unit);
  const [, sign = "", rest = ""] = /^([-+−]?)\s*(.*)$/su.exec(text) ?? [];
  // On screens, a bare number means hours; here, its unit is `unit`.
  if (!/[:\p{L}]/u.test(rest)) return undefined;
  const spelled = rest.replace(/:(\d)(?=:|$)/g, ":0$1").replace(/(:\d\d:\d\d)[.,]\d+/, "$1");
  const seconds = parseTyped(spelled) ?? fromIso(rest) ?? fromCell(rest);
  if (seconds === undefined) return undefined;
  const isExact = /:.*:/.test(rest) || seconds % 60 !== 0;
  return { seconds: sign === "-" || sign === "−" ? -seconds : seconds, slackSeconds: isExact ? 0 : minuteSeconds };
}

function fromNumber(number: number, unit: DurationUnit): Duration {
  if (unit === "seconds") return { seconds: Math.round(number), slackSeconds: 1 };
  if (unit === "days") return { seconds: Math.round(number * daySeconds), slackSeconds: 1 };
  if (unit === "minutes") return { seconds: Math.round(number * minuteSeconds), slackSeconds: minuteSeconds };
  return { seconds: Math.round(number * hourSeconds), slackSeconds: hundredthSeconds };
}

function fromIso(text: string): number | undefined {
  const written = iso.exec(text);
  if (written === null || !/\d/.test(text)) return undefined;
  const [, days, hours, minutes, seconds] = written.map((part) => Number(part ?? 0));
  return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
}

const cell = /^(?:(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})[T\s]+)?(\d{1,2}:\d\d.*)$/;

/**
 * The seconds of a duration in a cell that is formatted as a time (`7:15 AM`) or as a date with a time. Day 0 is
 * `1/0/1900` in Excel and 30 December 1899 in LibreOffice.
 */
function fromCell(text: string): number | undefined {
  const [, first, , second, third, time = ""] = cell.exec(text) ?? [];
  const ms = parseTimeOfDay(time)?.ms;
  if (ms === undefined || first === undefined) return ms && ms / 1000;
  const [low = 0, high = 0, year = 0] = [first, second, third].map(Number).toSorted((one, other) => one - other);
  const day = year === 1900 && (low === 1 || high === 1) ? low * high : year === 1899 && low === 12 ? high - 30 : -1;
  return day < 0 ? undefined : day * 86_400 + Math.floor(ms / 1000);
}
