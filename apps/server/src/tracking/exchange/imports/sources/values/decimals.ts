import type { DecimalMark } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { longestValue } from "./texts.ts";

const signs = { comma: ",", point: "." } as const;

/** Only digits, or groups of two or three digits with a separator between them. */
const grouped = /^[-+]?(?:\d+|\d{1,3}(?:[.,]\d{2,3})+)$/;
const number = /^[-+−]?\d[\d.,'’\s]*$/;

/**
 * The number in a text with any separators: `2.000,0`, `1,234.56`, `1 234,5`, `0,01`; undefined for anything else.
 * `mark` is the decimal separator of numbers that don't show it, such as `1,234`; without `mark`, their only separator
 * separates decimals.
 */
export function parseDecimal(given: string, mark: DecimalMark | undefined): number | undefined {
  if (given.length > longestValue) return undefined;
  const text = given.replace(/^([-+−]?)(?=[.,]\d)/, "$10");
  if (/^-?\d+(?:\.\d{1,2})?$/.test(text)) return Number(text);
  if (!number.test(text)) return undefined;
  const digits = text.replace(/['’\s]/g, "").replace("−", "-");
  const used = shownMark(digits) ?? mark ?? lastMark(digits);
  if (used === undefined) return Number(digits);
  const [whole, fraction] = splitAtLast(digits, signs[used]);
  if (!grouped.test(whole) || !/^\d*$/.test(fraction)) return undefined;
  return Number(`${whole.replace(/[.,]/g, "")}.${fraction}`);
}

/** The decimal separator; undefined if the text doesn't show it. */
export function shownMark(text: string): DecimalMark | undefined {
  if (text.length > longestValue) return undefined;
  const last = lastMark(text);
  if (last === undefined) return undefined;
  const other = last === "comma" ? "point" : "comma";
  if (text.includes(signs[other])) return last;
  // A separator that occurs repeatedly separates thousands, so the other one separates decimals.
  if (text.indexOf(signs[last]) !== text.lastIndexOf(signs[last])) return other;
  return /^[-+−]?(?:0|\d{4,})[.,]|[.,](?:\d{1,2}|\d{4,})$/.test(text) ? last : undefined;
}

/** Whether the number has a single separator that could stand for decimals or thousands, as in `1,234`. */
export function isAmbiguous(text: string): boolean {
  const isNumber = parseDecimal(text, undefined) !== undefined;
  return isNumber && lastMark(text) !== undefined && shownMark(text) === undefined;
}

function lastMark(text: string): DecimalMark | undefined {
  const at = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  return at === -1 ? undefined : text[at] === "," ? "comma" : "point";
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
