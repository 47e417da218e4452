import type { DecimalMark } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { isAmbiguous, parseDecimal, shownMark } from "./decimals.ts";

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
