import { dayMs, serialOf1970 } from "#platform/days.ts";
import { longestValue } from "./texts.ts";
import type { DateOrder } from "#tracking/exchange/imports/sources/rows/source-row.ts";

/** A date as written, before the order of its parts is known. */
export interface DateParts {
  /** The three numbers in the order of the text. A month written as a word is already a number. */
  parts: [number, number, number];
  /** The order if the text alone determines it; undefined for `04/03/2024`. */
  order: DateOrder | undefined;
  /** Whether the text is like `04.03.2024`, which is day-first unless another date in the file contradicts it. */
  hasDots: boolean;
}

const numeric = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})\.?$/;
const compact = /^(\d{4})(\d\d)(\d\d)$/;
/** A day as spreadsheets number it, from 1954 to 2119. */
const serial = /^[2-7]\d{4}$/;
/** The day of the week before or after a date. */
const weekday = /^\p{L}+\.?,?\s+(?=\d)|\s*\(?\p{L}{1,3}\.?\)$/gu;
const dayAndWord = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:de\s+)?(\d{4}|\d\d)$/u;
const wordAndDay = /^(?:\p{L}+\.?,?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;

/** The number of each month, by the beginnings of its English and German names. */
const months = new Map(
  ["jan", "feb", "mar mär mae mrz", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"].flatMap(
    (names, index) => names.split(" ").map((name) => [name, index + 1] as const),
  ),
);

const languages = ["fr", "es", "it", "nl", "pt", "pl", "sv", "da", "nb"];
let otherMonths: Map<string, number> | undefined;

/** The number of a month by its name or abbreviation, in English, German and other languages. */
function monthOf(name: string): number | undefined {
  otherMonths ??= new Map(
    languages.flatMap((language) =>
      (["long", "short"] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { day: "numeric", month, timeZone: "UTC" });
        return Array.from({ length: 12 }, (_none, index) => {
          const parts = format.formatToParts(Date.UTC(2026, index, 1));
          const text = parts.find(({ type }) => type === "month")?.value ?? "";
          return [text.replace(".", "").toLowerCase(), index + 1] as const;
        });
      }),
    ),
  );
  return otherMonths.get(name) ?? months.get(name.slice(0, 3));
}

/** Splits the text of a date; returns undefined if it isn't a date. */
export function splitDate(text: string): DateParts | undefined {
  if (text.length > longestValue) return undefined;
  if (serial.test(text)) {
    const date = new Date((Number(text) - serialOf1970) * dayMs);
    const parts: DateParts["parts"] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    return { parts, order: "ymd", hasDots: false };
  }
  const plain = text.replaceAll(weekday, "").replace(/^(\d{4})[年년]\s?(\d+)[月월]\s?(\d+)[日일]$/, "$1-$2-$3");
  const match = numeric.exec(plain) ?? compact.exec(plain);
  if (match !== null) return splitNumeric(match, plain);
  const [word, day, year] = fromWords(text);
  const month = monthOf(word.toLowerCase());
  return month === undefined ? undefined : { parts: [Number(year), month, Number(day)], order: "ymd", hasDots: false };
}

function fromWords(text: string): [string, string, string] {
  const first = dayAndWord.exec(text);
  if (first !== null) return [first[2] ?? "", first[1] ?? "", first[3] ?? ""];
  const second = wordAndDay.exec(text);
  return [second?.[1] ?? "", second?.[2] ?? "", second?.[3] ?? ""];
}

function splitNumeric(match: RegExpExecArray, text: string): DateParts | undefined {
  const texts = match.length === 5 ? [match[1], match[3], match[4]] : [match[1], match[2], match[3]];
  const [first = "", second = "", third = ""] = texts;
  const parts: DateParts["parts"] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return { parts, order: "ymd", hasDots: false };
  if (first.length > 2 || third.length === 3 || third.length === 1) return undefined;
  return { parts, order: undefined, hasDots: text.includes(".") };
}

/** The number of days since 1970-01-01; undefined for a day that does not exist. */
export function toDay({ parts, order }: DateParts, fallback: DateOrder): number | undefined {
  const [a, b, c] = parts;
  const used = order ?? fallback;
  const [year, month, day] = used === "ymd" ? [a, b, c] : used === "dmy" ? [c, b, a] : [c, a, b];
  const full = year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year;
  const ms = Date.UTC(full, month - 1, day);
  const back = new Date(ms);
  const exists = back.getUTCFullYear() === full && back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  return exists ? ms / dayMs : undefined;
}
