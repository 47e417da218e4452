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
function shownMark(text: string): DecimalMark | undefined {
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

export interface Example {
  text: string;
  line: number;
}

/** Finds the open questions about the numbers in a file: the unit of plain durations, and the decimal separator. */
export class NumberVote {
  #balance = 0;
  /** The first duration that is a plain number without a stated unit. */
  unitless: Example | undefined;
  /** The first number such as `1,234`, whose separator is ambiguous. */
  ambiguous: Example | undefined;

  /** Counts a number. `isUnitless` says whether it is a duration without a stated unit. */
  add(text: string, line: number, isUnitless = false): void {
    if (text === "" || /:|\p{L}.*\d/u.test(text)) return;
    if (isUnitless) this.unitless ??= isLength(text) ? { text, line } : undefined;
    const mark = shownMark(text);
    if (mark !== undefined) this.#balance += mark === "comma" ? 1 : -1;
    else this.ambiguous ??= isAmbiguous(text) ? { text, line } : undefined;
  }

  get mark(): DecimalMark | undefined {
    return this.#balance === 0 ? undefined : this.#balance > 0 ? "comma" : "point";
  }
}

/** Whether the unit of the number matters: 0 is the same in every unit. */
export function isLength(text: string): boolean {
  return (parseDecimal(text, undefined) ?? 0) !== 0;
}
