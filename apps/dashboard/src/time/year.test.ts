import assert from "node:assert/strict";
import { test } from "node:test";
import { billableShareOfDays, monthsOf, mostHours, shadeOf, yearBefore } from "./year.ts";

test("a year ends today, and its weeks begin on the person's first day of the week", () => {
  const years = [
    ["2026-11-27", 0, "monday", "2025-11-28", "2026-11-27", "2025-11-24", "2026-11-23", 53],
    ["2026-11-29", 0, "sunday", "2025-11-30", "2026-11-29", "2025-11-30", "2026-11-29", 53],
    ["2026-11-27", 1, "monday", "2024-11-28", "2025-11-27", "2024-11-25", "2025-11-24", 53],
    // A leap day has no counterpart in the year before.
    ["2028-02-29", 0, "saturday", "2027-03-01", "2028-02-29", "2027-02-27", "2028-02-26", 53],
  ] as const;
  for (const [today, turned, weekStart, from, to, first, last, count] of years) {
    const year = yearBefore(today, turned, weekStart);
    assert.deepEqual([year.from, year.to], [from, to]);
    assert.deepEqual([year.weeks[0], year.weeks.at(-1), year.weeks.length], [first, last, count]);
  }
});

test("each year begins on the day after the year before", () => {
  for (const today of ["2026-11-27", "2028-02-29", "2028-03-01"])
    assert.equal(yearBefore(today, 1, "monday").to < yearBefore(today, 0, "monday").from, true);
});

test("a month stands above the week with its first day", () => {
  const { weeks } = yearBefore("2026-11-27", 0, "monday");
  const months = monthsOf(weeks);
  assert.deepEqual(months.slice(0, 3), [
    { day: "2025-11-01", weeks: 1 },
    { day: "2025-12-01", weeks: 4 },
    { day: "2026-01-01", weeks: 4 },
  ]);
  assert.equal(
    months.reduce((sum, { weeks: count }) => sum + count, 0),
    weeks.length,
  );
});

test("a day without time has no shade, and a working day has the darkest", () => {
  const shades = [0, 1, 2 * 3600, 2 * 3600 + 1, 6 * 3600, 8 * 3600, 12 * 3600].map((seconds) => shadeOf(seconds, 8));
  assert.deepEqual(shades, [0, 1, 1, 2, 3, 4, 4]);
});

test("the days of many people are compared with half of the longest one", () => {
  assert.deepEqual(
    [[], [3600], [16 * 3600], [17 * 3600], [70 * 3600]].map((seconds) => mostHours(seconds)),
    [8, 8, 8, 16, 40],
  );
});

test("the billable share counts the tracked time, not what was rounded up", () => {
  const day = (billable: number, other: number) => ({
    seconds: billable + other,
    groups: [
      { key: "true", seconds: billable },
      { key: "false", seconds: other },
    ],
  });
  assert.equal(billableShareOfDays([day(1200, 0), day(600, 0)]), 1);
  assert.equal(billableShareOfDays([day(1200, 0), day(600, 600)]), 0.75);
  assert.equal(billableShareOfDays([]), undefined);
});
