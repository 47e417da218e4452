const currencies = new Set(Intl.supportedValuesOf("currency"));

/** True for a currency code that ICU knows (ISO 4217, upper case). */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}
