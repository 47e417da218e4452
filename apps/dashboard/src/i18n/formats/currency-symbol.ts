const symbols = new Map<string, string>();

/** Returns `€` for `EUR`. Cached per currency, because every row shows it. */
export function currencySymbol(currency: string, locale: string): string {
  const key = `${currency} ${locale}`;
  const known = symbols.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  symbols.set(key, symbol);
  return symbol;
}
