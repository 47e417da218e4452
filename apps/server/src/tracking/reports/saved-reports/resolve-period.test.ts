import assert from "node:assert/strict";
import { test } from "node:test";
import { resolvePeriod } from "./resolve-period.ts";
import { type Period, periods } from "./schemas.ts";

const table: [Period, today: string, from: string, to: string][] = [
  ["today", "2026-03-01", "2026-03-01", "2026-03-01"],
  ["yesterday", "2026-03-01", "2026-02-28", "2026-02-28"],
  ["yesterday", "2026-01-01", "2025-12-31", "2025-12-31"],
  ["thisWeek", "2026-03-01", "2026-02-23", "2026-03-01"],
  ["thisWeek", "2026-03-02", "2026-03-02", "2026-03-08"],
  ["lastWeek", "2026-03-04", "2026-02-23", "2026-03-01"],
  ["last7Days", "2026-03-04", "2026-02-26", "2026-03-04"],
  ["thisMonth", "2024-02-29", "2024-02-01", "2024-02-29"],
  ["lastMonth", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["lastMonth", "2026-01-15", "2025-12-01", "2025-12-31"],
  ["last30Days", "2026-03-01", "2026-01-31", "2026-03-01"],
  ["thisQuarter", "2026-06-30", "2026-04-01", "2026-06-30"],
  ["lastQuarter", "2026-02-28", "2025-10-01", "2025-12-31"],
  ["thisYear", "2026-12-31", "2026-01-01", "2026-12-31"],
  ["lastYear", "2026-01-01", "2025-01-01", "2025-12-31"],
];

test("a period is its first and last day, seen from a day", () => {
  for (const [period, today, from, to] of table)
    assert.deepEqual(resolvePeriod(period, today, "monday"), { from, to }, `${period} on ${today}`);
  assert.deepEqual(
    periods.filter((period) => !table.some(([tested]) => tested === period)),
    [],
  );
});

test("weeks begin on the organization's first day of the week", () => {
  assert.deepEqual(resolvePeriod("thisWeek", "2026-03-01", "sunday"), { from: "2026-03-01", to: "2026-03-07" });
  assert.deepEqual(resolvePeriod("lastWeek", "2026-03-04", "saturday"), { from: "2026-02-21", to: "2026-02-27" });
});
