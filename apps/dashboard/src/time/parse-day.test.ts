import assert from "node:assert/strict";
import { test } from "node:test";
import { isWholeDay, parseDay, showDay, showPattern } from "./parse-day.ts";

const today = "2026-03-04";

const examples: [typed: string, locale: string, day: string | undefined][] = [
  ["2026-03-08", "en-US", "2026-03-08"],
  [" 2026-3-8 ", "de-DE", "2026-03-08"],
  ["2026/03/08", "en-US", "2026-03-08"],
  ["3/8/2026", "en-US", "2026-03-08"],
  ["3/8/2026", "en-GB", "2026-08-03"],
  ["3/8", "en-US", "2026-03-08"],
  ["3/8/25", "en-US", "2025-03-08"],
  ["3-8-2026", "en-CA", "2026-03-08"],
  ["8.3.", "de", "2026-03-08"],
  ["8.3.", "en-US", "2026-03-08"],
  ["8.3", "de", "2026-03-08"],
  ["8. 3. 2026", "de", "2026-03-08"],
  ["08.03.26", "de-AT", "2026-03-08"],
  ["today", "de", "2026-03-04"],
  ["Heute", "en-US", "2026-03-04"],
  ["gestern", "de", "2026-03-03"],
  ["hier", "fr", "2026-03-03"],
  ["Aujourd’hui", "fr", "2026-03-04"],
  ["8/3", "fr", "2026-03-08"],
  ["tomorrow", "en-US", "2026-03-05"],
  ["29.2.2028", "de", "2028-02-29"],
  ["29.2.", "de", undefined],
  ["31/4/2026", "en-GB", undefined],
  ["13/13/2026", "en-US", undefined],
  ["2026-03", "en-US", undefined],
  ["2026-03-081", "en-US", undefined],
  ["2026-03-2026", "en-US", undefined],
  ["202-03-08", "en-US", undefined],
  ["3/8/6", "en-US", undefined],
  ["3/8/202", "en-US", undefined],
  ["8.3/2026", "de", undefined],
  ["constructor", "en-US", undefined],
  ["8", "de", undefined],
  ["", "de", undefined],
];

for (const [typed, locale, day] of examples)
  test(`“${typed}” in ${locale} is ${day ?? "not a day"}`, () => {
    assert.equal(parseDay(typed, today, locale), day);
  });

const shown = { "en-US": "03/08/2026", "en-GB": "08/03/2026", "en-CA": "2026-03-08", de: "08.03.2026" };

for (const [locale, text] of Object.entries(shown))
  test(`a day in ${locale} is shown as ${text}, and read as the same day`, () => {
    assert.equal(showDay("2026-03-08", locale), text);
    assert.equal(parseDay(text, today, locale), "2026-03-08");
    assert.ok(isWholeDay(text));
  });

test("a day that more digits could change is not complete", () => {
  for (const typed of ["3/8", "3/8/20", "8.3.", "2026-03-0", "2026-03-1", "today"])
    assert.ok(!isWholeDay(typed), typed);
});

test("the pattern of a locale has its order", () => {
  assert.equal(showPattern("en-US", { day: "DD", month: "MM", year: "YYYY" }), "MM/DD/YYYY");
  assert.equal(showPattern("de", { day: "TT", month: "MM", year: "JJJJ" }), "TT.MM.JJJJ");
});
