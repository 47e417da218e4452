import assert from "node:assert/strict";
import { test } from "node:test";
import { guessCurrency } from "./guess-currency.ts";

test("the currency of a new organization is that of the browser's region", () => {
  for (const [language, zone, currency] of [
    ["en-US", "America/New_York", "USD"],
    ["en-US", "Europe/Berlin", "EUR"],
    ["en-GB", "Europe/London", "GBP"],
    ["en-GB", "Europe/Berlin", "EUR"],
    ["de-CH", "Europe/Zurich", "CHF"],
    ["de-DE", "Europe/Berlin", "EUR"],
    ["fr", "Europe/Paris", "EUR"],
  ] as const)
    assert.equal(guessCurrency(language, zone), currency, `${language} ${zone}`);
});
