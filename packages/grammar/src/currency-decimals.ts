// CLDR gives these no decimals, because their coins are seldom used; ISO 4217 gives them two.
const shownWithoutCoins = "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER".split(" ");
/** The currencies that were asked for, and those about which Intl is wrong. */
const known = new Map([["IQD", 3], ...shownWithoutCoins.map((currency) => [currency, 2] as const)]);

/**
 * The number of decimals of amounts in minor units (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. Throws a RangeError if
 * the text isn't a currency code.
 */
export function currencyDecimals(currency: string): number {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  known.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}
