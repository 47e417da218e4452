import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormat } from "#i18n/format.ts";
import { withFrenchFirst } from "./french-first.ts";

test("French dates write the first of a month as an ordinal, and no other number", () => {
  const utc = (day: string) => new Date(`${day}T00:00:00Z`);
  const format = new Intl.DateTimeFormat("fr", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const range = (from: string, to: string) =>
    withFrenchFirst(format.formatRange(utc(from), utc(to)), "fr-CH").replaceAll(/\s/g, " ");
  assert.equal(range("2026-11-01", "2026-11-07"), "1er–7 novembre 2026");
  assert.equal(range("2026-10-26", "2026-11-01"), "26 octobre – 1er novembre 2026");
  assert.equal(range("2026-11-11", "2026-11-21"), "11–21 novembre 2026");
  assert.equal(withFrenchFirst("1 November", "en-GB"), "1 November");
  const french = createFormat({ locale: "fr", zone: "UTC", hour12: false, durations: "clock" }, Date.now());
  assert.equal(french.date("2020-11-01"), "1er novembre 2020");
  assert.match(french.moment("2020-11-01T01:00:00Z"), /^dimanche 1er novembre 2020 /);
});
