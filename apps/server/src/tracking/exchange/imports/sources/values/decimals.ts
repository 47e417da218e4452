import type { DecimalMark } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { longestValue } from "./texts.ts";

/** The decimal separator of a file; undefined until a number shows it. */
export type DecimalStyle = "," | "." | undefined;

export function styleOf(mark: DecimalMark | undefined): DecimalStyle {
  return mark && (mark === "comma" ? "," : ".");
}

export function markOf(style: DecimalStyle): DecimalMark | undefined {
  return style && (style === "," ? "comma" : "point");
}

/** Only digits, or groups of two or three digits with a separator between them. */
const grouped = /^[-+]?(?:\d+|\d{1,3}(?:[.,]\d{2,3})+)$/;
const number = /^[-+−]?\d[\d.,'’\s]*$/;

/**
 * The number in a text with any separators: `2.000,0`, `1,234.56`, `1 234,5`, `0,01`; undefined for anything else.
 * `style` is the decimal separator of numbers that don't show it, such as `1,234`; without `style`, their only
 * separator separates decimals.
 */
export function parseDecimal(given: string, style: DecimalStyle): number | undefined {
  if (given.length > longestValue) return undefined;
  const text = given.replace(/^([-+−]?)(?=[.,]\d)/, "$10");
  if (/^-?\d+(?:\.\d{1,2})?$/.test(text)) return Number(text);
  if (!number.test(text)) return undefined;
  const digits = text.replace(/['’\s]/g, "").replace("−", "-");
  const separator = decimalSeparator(digits) ?? style ?? lastSeparator(digits);
  if (separator === undefined) return Number(digits);
  const [whole, fraction] = splitAtLast(digits, separator);
  if (!grouped.test(whole) || !/^\d*$/.test(fraction)) return undefined;
  return Number(`${whole.replace(/[.,]/g, "")}.${fraction}`);
}

/** The decimal separator; undefined if the text doesn't show it. */
export function decimalSeparator(text: string): DecimalStyle {
  if (text.length > longestValue) return undefined;
  const last = lastSeparator(text);
  if (last === undefined) return undefined;
  const other = last === "," ? "." : ",";
  if (text.includes(other)) return last;
  // A separator that occurs repeatedly separates thousands, so the other one separates decimals.
  if (text.indexOf(last) !== text.lastIndexOf(last)) return other;
  return /^[-+−]?(?:0|\d{4,})[.,]|[.,](?:\d{1,2}|\d{4,})$/.test(text) ? last : undefined;
}

/** Whether the number has a single separator that could stand for decimals or thousands, as in `1,234`. */
export function isAmbiguous(text: string): boolean {
  const isNumber = parseDecimal(text, undefined) !== undefined;
  return isNumber && lastSeparator(text) !== undefined && decimalSeparator(text) === undefined;
}

function lastSeparator(text: string): DecimalStyle {
  const at = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  return at === -1 ? undefined : text[at] === "," ? "," : ".";
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
