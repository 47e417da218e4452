import assert from "node:assert/strict";
import { test } from "node:test";
import { PeriodError, readPeriod } from "./read-period.ts";

// A Wednesday.
const now = { today: "2026-03-04", weekStart: "monday" } as const;

const examples: Record<string, string> = {
  today: "2026-03-04",
  ":today": "2026-03-04",
  yesterday: "2026-03-03",
  tomorrow: "2026-03-05",
  gestern: "2026-03-03",
  mon: "2026-03-02",
  Wednesday: "2026-03-04",
  "last Wednesday": "2026-02-25",
  "next Wednesday": "2026-03-11",
  "next friday": "2026-03-06",
  "this friday": "2026-03-06",
  "last monday": "2026-03-02",
  "letzten montag": "refused",
  week: "2026-03-02..2026-03-08",
  ":week": "2026-03-02..2026-03-08",
  "this week": "2026-03-02..2026-03-08",
  ":lastweek": "2026-02-23..2026-03-01",
  "Last Week": "2026-02-23..2026-03-01",
  "next week": "2026-03-09..2026-03-15",
  "last 2 weeks": "2026-02-16..2026-03-01",
  "last 7 days": "2026-02-26..2026-03-04",
  last30days: "2026-02-03..2026-03-04",
  "next 3 days": "2026-03-05..2026-03-07",
  "3 days": "refused",
  "last 0 days": "refused",
  "this month": "2026-03-01..2026-03-31",
  "last month": "2026-02-01..2026-02-28",
  "next month": "2026-04-01..2026-04-30",
  "last 3 months": "2025-12-01..2026-02-28",
  ":quarter": "2026-01-01..2026-03-31",
  lastquarter: "2025-10-01..2025-12-31",
  "last quarter": "2025-10-01..2025-12-31",
  Q1: "2026-01-01..2026-03-31",
  Q3: "2025-07-01..2025-09-30",
  "this Q3": "2026-07-01..2026-09-30",
  "last Q1": "2025-01-01..2025-03-31",
  "next q2": "2026-04-01..2026-06-30",
  "Q3 2024": "2024-07-01..2024-09-30",
  "2024-Q3": "2024-07-01..2024-09-30",
  Q5: "refused",
  year: "2026-01-01..2026-12-31",
  lastyear: "2025-01-01..2025-12-31",
  "2024": "2024-01-01..2024-12-31",
  "year to date": "2026-01-01..2026-03-04",
  "2026-02": "2026-02-01..2026-02-28",
  "2026-13": "refused",
  november: "2025-11-01..2025-11-30",
  March: "2026-03-01..2026-03-31",
  "last march": "2025-03-01..2025-03-31",
  "next March": "2027-03-01..2027-03-31",
  "this april": "2026-04-01..2026-04-30",
  "Nov 2024": "2024-11-01..2024-11-30",
  "2024 november": "2024-11-01..2024-11-30",
  märz: "2026-03-01..2026-03-31",
  août: "2025-08-01..2025-08-31",
  "2 nov": "2025-11-02",
  "nov 2": "2025-11-02",
  "october to december": "2025-10-01..2025-12-31",
  "from nov 2025 to Jan 2026": "2025-11-01..2026-01-31",
  "2026-02-03..2026-02-05": "2026-02-03..2026-02-05",
  "2026-02-05..2026-02-03": "refused",
  all: "1970-01-02..2199-12-30",
  moth: "refused",
  "": "refused",
};

for (const [typed, expected] of Object.entries(examples))
  test(`the period "${typed}" is ${expected}`, () => {
    try {
      const { from, to } = readPeriod(typed, now);
      assert.equal(from === to ? from : `${from}..${to}`, expected);
    } catch (error) {
      if (!(error instanceof PeriodError)) throw error;
      assert.equal("refused", expected, error.message);
    }
  });

test("weeks begin on the given day", () => {
  const sunday = { ...now, weekStart: "sunday" } as const;
  assert.deepEqual(readPeriod("this week", sunday), { from: "2026-03-01", to: "2026-03-07" });
  assert.deepEqual(readPeriod("last week", sunday), { from: "2026-02-22", to: "2026-02-28" });
});
