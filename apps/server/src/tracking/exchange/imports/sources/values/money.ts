import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import { isCurrency } from "#platform/tables/currency.ts";
import type { DecimalMark } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { longestValue } from "./texts.ts";
import { parseDecimal } from "./decimals.ts";

/** The currency code in a text such as `Euro - EUR` or `eur`; undefined if there is none. */
export function readCurrency(text: string): string | undefined {
  if (text.length > longestValue) return undefined;
  const code = /(?:^|[^A-Za-z])([A-Za-z]{3})$/.exec(text.trim())?.[1]?.toUpperCase();
  return code !== undefined && isCurrency(code) ? code : undefined;
}

/** An amount in minor units of its currency. */
export function readMinor(text: string, currency: string, mark: DecimalMark | undefined): number | undefined {
  if (text === "" || text.length > longestValue) return undefined;
  const number = parseDecimal(withoutCurrency(text), mark);
  if (number === undefined) return undefined;
  const minor = Math.round(number * 10 ** currencyDecimals(currency));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** The text of an amount without a currency before or after it; empty if the text is too long for an amount. */
export function withoutCurrency(text: string): string {
  // The pattern takes quadratic time: on 80,000 letters, it would block the process for four seconds.
  if (text.length > longestValue) return "";
  return text.replace(/^[^\d+\-−]+|[^\d]+$/g, "");
}
