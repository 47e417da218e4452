import assert from "node:assert/strict";
import { test } from "node:test";
import { currencyDecimals } from "./currency-decimals.ts";

test("every currency has the decimals of ISO 4217, whatever Intl leaves out when it shows amounts", () => {
  const none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ");
  const three = "BHD IQD JOD KWD LYD OMR TND".split(" ");
  for (const currency of Intl.supportedValuesOf("currency")) {
    const expected = none.includes(currency) ? 0 : three.includes(currency) ? 3 : 2;
    assert.equal(currencyDecimals(currency), expected, currency);
  }
});

test("text that isn't a currency code has no decimals", () => {
  assert.throws(() => currencyDecimals("EURO"), RangeError);
});
