import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormat } from "#i18n/format.ts";
import { toDecimal } from "./decimal.ts";
import { parseMoney } from "./parse-money.ts";

test("minor units become decimals without a float between them", () => {
  assert.equal(toDecimal(123_456, 2), "1234.56");
  assert.equal(toDecimal(5, 2), "0.05");
  assert.equal(toDecimal(-5, 2), "-0.05");
  assert.equal(toDecimal(0, 2), "0.00");
  assert.equal(toDecimal(1200, 0), "1200");
  assert.equal(toDecimal(9_007_199_254_740_991, 2), "90071992547409.91");
});

const amounts: [typed: string, locale: string, currency: string, minor: number | undefined][] = [
  ["90", "en-US", "EUR", 9000],
  ["90.5", "en-US", "EUR", 9050],
  ["90,5", "en-US", "EUR", 9050],
  ["90,50 €", "de-DE", "EUR", 9050],
  ["€1,234.56", "en-US", "EUR", 123_456],
  ["1.234,56", "de-DE", "EUR", 123_456],
  ["1,234", "en-US", "EUR", 123_400],
  ["1.234", "de-DE", "EUR", 123_400],
  ["1,234", "de-DE", "EUR", undefined],
  ["1.234", "en-US", "EUR", undefined],
  ["1,234,567", "en-US", "EUR", 123_456_700],
  ["1 234,5", "fr-FR", "EUR", 123_450],
  ["EUR 12", "en-US", "EUR", 1200],
  ["12 euros", "en-US", "EUR", 1200],
  ["1 Euro", "de-DE", "EUR", 100],
  ["chf 12", "de-CH", "CHF", 1200],
  ["¥500", "ja-JP", "JPY", 500],
  ["$12", "en-US", "USD", 1200],
  ["80 USD", "en-US", "EUR", undefined],
  ["$80", "en-US", "EUR", undefined],
  ["8o", "en-US", "EUR", undefined],
  ["80,50x", "de-DE", "EUR", undefined],
  ["eighty 80", "en-US", "EUR", undefined],
  [".5", "en-US", "EUR", 50],
  ["90.505", "en-US", "EUR", undefined],
  ["1,23,4", "en-US", "EUR", undefined],
  ["1.2.3,4", "de-DE", "EUR", undefined],
  ["500", "ja-JP", "JPY", 500],
  // In ISO 4217, the forint has two decimals, although amounts are usually shown without them.
  ["500", "hu-HU", "HUF", 50_000],
  ["0.5", "ja-JP", "JPY", undefined],
  ["", "en-US", "EUR", undefined],
  ["-5", "en-US", "EUR", undefined],
  ["ninety", "en-US", "EUR", undefined],
  ["99999999999999999", "en-US", "EUR", undefined],
];

for (const [typed, locale, currency, minor] of amounts)
  test(`“${typed}” in ${locale} is ${minor} minor units of ${currency}`, () => {
    assert.equal(parseMoney(typed, locale, currency), minor);
  });

test("amounts are shown with the decimals of their currency", () => {
  const format = createFormat({ locale: "en-US", zone: "UTC", hour12: false, durations: "clock" }, Date.now());
  const shown = ["EUR", "HUF", "JPY", "KWD"].map((currency) => format.money(9000, currency).replaceAll("\u00A0", " "));
  assert.deepEqual(shown, ["€90.00", "HUF 90.00", "¥9,000", "KWD 9.000"]);
});
