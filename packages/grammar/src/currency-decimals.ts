// CLDR shows these currencies without decimals, because their minor units are seldom used. ISO 4217 defines two
// decimals for each.
const shownWithoutCoins = "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER".split(" ");
/** A cache. It starts with the currencies whose decimals Intl gets wrong. */
const known = new Map([["IQD", 3], ...shownWithoutCoins.map((currency) => [currency, 2] as const)]);

/**
 * Returns the number of decimals that ISO 4217 defines: 2 for EUR, 0 for JPY, 3 for KWD. Throws a RangeError for an
 * unknown currency code.
 */
export function currencyDecimals(currency: string): number {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  known.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** Formats minor units as `12.50 EUR`. */
export function amountText(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  return `${(minor / 10 ** decimals).toFixed(decimals)} ${currency}`;
}
