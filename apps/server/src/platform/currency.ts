const currencies = new Set(Intl.supportedValuesOf("currency"));

/** True for a currency code that ICU knows (ISO 4217, upper case). */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}

// Intl says how amounts are usually shown (CLDR), and that leaves out coins that minor units still count (ISO 4217).
const shownWithoutCoins = "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER".split(" ");
const decimalsUnlikeIntl = new Map([["IQD", 3], ...shownWithoutCoins.map((currency) => [currency, 2] as const)]);

/**
 * How many decimals an amount in minor units has (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. Throws a RangeError for
 * what is no currency code.
 */
export function currencyDecimals(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return decimalsUnlikeIntl.get(currency) ?? maximumFractionDigits;
}
