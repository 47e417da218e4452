const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Whether ICU knows the currency code (ISO 4217, upper case). */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}
