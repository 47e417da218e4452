import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";

/**
 * Parses a typed amount (`1,234.50`, `1.234,50 €`, `90`) into minor units; undefined if it isn't an amount, is in
 * another currency, or has too many decimals. A lone separator before three digits counts as a thousands separator,
 * unless it is the decimal separator of the language.
 */
export function parseMoney(typed: string, locale: string, currency: string): number | undefined {
  const digits = currencyDecimals(currency);
  const text = withoutCurrency(plain(typed), locale, currency).replaceAll(/[\s'’]/g, "");
  if (!/^\d[\d.,]*$/.test(text) && !/^[.,]\d+$/.test(text)) return undefined;
  const decimalAt = decimalPlace(text, locale);
  const whole = text.slice(0, decimalAt);
  const fraction = text.slice(decimalAt + 1);
  if (!/^\d*$|^\d{1,3}([.,]\d{3})+$/.test(whole) || new Set(whole.match(/[.,]/g)).size > 1) return undefined;
  if (!/^\d*$/.test(fraction) || fraction.length > digits) return undefined;
  const minor = Number(whole.replaceAll(/[.,]/g, "") + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Ignores case, and turns full-width characters into ordinary ones. */
const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase();

/** Removes the currency's sign, code or name from the beginning or end. */
function withoutCurrency(text: string, locale: string, currency: string): string {
  for (const currencyDisplay of ["symbol", "narrowSymbol", "code", "name"] as const)
    for (const count of [1, 2]) {
      const parts = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay }).formatToParts(
        count,
      );
      const sign = plain(parts.find(({ type }) => type === "currency")?.value ?? currency);
      if (text.startsWith(sign)) return text.slice(sign.length);
      if (text.endsWith(sign)) return text.slice(0, -sign.length);
    }
  return text;
}

/** The index of the decimal separator; the text's length if there is none. */
function decimalPlace(text: string, locale: string): number {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return text.length;
  const mark = text[last] ?? "";
  const isSeveral = text.indexOf(mark) !== last;
  if (isSeveral) return text.length;
  const hasOther = text.includes(mark === "." ? "," : ".");
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value;
  const groups = text.length - last - 1 === 3 && !hasOther && mark !== decimal;
  return groups ? text.length : last;
}
