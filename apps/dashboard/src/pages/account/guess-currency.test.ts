import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceLocales } from "#i18n/device-locales.ts";
import { knownZone } from "#time/known-zone.ts";
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

test("what the browser reports is usable, whatever it is", () => {
  for (const [tag, ...locales] of [
    ["en-US@posix", "en-US"],
    ["de_CH.UTF-8", "de-CH"],
    ["en-u-nu-deva", "en"],
    ["C"],
    ["x-klingon"],
    [""],
  ] as const)
    assert.deepEqual(deviceLocales([tag]), locales, tag);
  assert.equal(knownZone("America/Coyhaique"), "America/Coyhaique");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const zone of ["Etc/Unknown", "", "US/Pacific-New", "Mars/Base"]) assert.equal(knownZone(zone), timeZone, zone);
});
