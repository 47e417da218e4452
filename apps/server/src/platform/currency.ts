const currencies = new Set(Intl.supportedValuesOf("currency"));

/** True for a currency code that ICU knows (ISO 4217, upper case). */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}

// Currencies whose minor units are seldom shown: CLDR omits them, but ISO 4217 counts them.
const shownWithoutCoins = "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER".split(" ");
const decimalsUnlikeIntl = new Map([["IQD", 3], ...shownWithoutCoins.map((currency) => [currency, 2] as const)]);

/**
 * The number of decimals of an amount in minor units (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. Throws a RangeError
 * for an unknown currency code.
 */
export function currencyDecimals(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return decimalsUnlikeIntl.get(currency) ?? maximumFractionDigits;
}
