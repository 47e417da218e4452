import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { weekDays } from "#identity/organizations/week-days.ts";
import { budgetPeriod, type BudgetSchedule, firstBudgetPeriod } from "./budget-period.ts";

const day = (date: string) => Temporal.PlainDate.from(date);
const after = (date: string, days = 1) => day(date).add({ days }).toString();
const weekday = fc.constantFrom(...weekDays);
const date = fc.integer({ min: 0, max: 84_005 }).map((days) => after("1970-01-01", days));

test("monthly periods begin on the budget's day of the month, or on the last one", () => {
  const examples: [startsOn: string, date: string, start: string, end: string][] = [
    ["2026-01-31", "2026-01-31", "2026-01-31", "2026-02-27"],
    ["2026-01-31", "2026-02-27", "2026-01-31", "2026-02-27"],
    ["2026-01-31", "2026-02-28", "2026-02-28", "2026-03-30"],
    ["2026-01-31", "2026-03-01", "2026-02-28", "2026-03-30"],
    ["2026-01-31", "2026-03-31", "2026-03-31", "2026-04-29"],
    ["2026-01-31", "2026-04-30", "2026-04-30", "2026-05-30"],
    ["2026-01-31", "2026-12-31", "2026-12-31", "2027-01-30"],
    ["2026-01-31", "2028-02-28", "2028-01-31", "2028-02-28"],
    ["2026-01-31", "2028-02-29", "2028-02-29", "2028-03-30"],
    ["2026-01-30", "2026-02-27", "2026-01-30", "2026-02-27"],
    ["2026-01-30", "2026-02-28", "2026-02-28", "2026-03-29"],
    ["2026-01-30", "2028-02-28", "2028-01-30", "2028-02-28"],
    ["2026-01-30", "2028-02-29", "2028-02-29", "2028-03-29"],
    ["2026-01-30", "2026-04-30", "2026-04-30", "2026-05-29"],
    ["2026-01-29", "2026-02-28", "2026-02-28", "2026-03-28"],
    ["2026-01-29", "2028-02-28", "2028-01-29", "2028-02-28"],
    ["2026-01-29", "2028-02-29", "2028-02-29", "2028-03-28"],
    ["2028-02-29", "2029-02-28", "2029-02-28", "2029-03-28"],
    ["2028-02-29", "2028-03-30", "2028-03-29", "2028-04-28"],
    ["2026-02-28", "2026-03-27", "2026-02-28", "2026-03-27"],
    ["2026-02-28", "2028-02-29", "2028-02-28", "2028-03-27"],
    ["2025-12-15", "2026-01-14", "2025-12-15", "2026-01-14"],
    ["2025-12-15", "2026-01-15", "2026-01-15", "2026-02-14"],
    ["2026-01-01", "2026-02-28", "2026-02-01", "2026-02-28"],
    ["2100-01-31", "2100-03-01", "2100-02-28", "2100-03-30"],
    ["2199-12-31", "2199-12-31", "2199-12-31", "2200-01-30"],
  ];
  for (const [startsOn, date, start, end] of examples)
    assert.deepEqual(
      budgetPeriod({ period: "monthly", startsOn }, date, "monday"),
      { start, end },
      `${startsOn} ${date}`,
    );
});

test("without a first day, monthly periods are the calendar's", () => {
  const examples: [date: string, start: string, end: string][] = [
    ["1970-01-01", "1970-01-01", "1970-01-31"],
    ["2026-02-14", "2026-02-01", "2026-02-28"],
    ["2028-02-29", "2028-02-01", "2028-02-29"],
    ["2026-12-31", "2026-12-01", "2026-12-31"],
  ];
  for (const [date, start, end] of examples)
    assert.deepEqual(budgetPeriod({ period: "monthly", startsOn: null }, date, "sunday"), { start, end }, date);
});

test("weekly periods begin on the weekday of the first day, whatever the organization's", () => {
  const examples: [startsOn: string, start: string, end: string][] = [
    ["2026-03-02", "2026-03-09", "2026-03-15"],
    ["2026-03-03", "2026-03-10", "2026-03-16"],
    ["2026-03-04", "2026-03-11", "2026-03-17"],
    ["2026-03-05", "2026-03-05", "2026-03-11"],
    ["2026-03-06", "2026-03-06", "2026-03-12"],
    ["2026-03-07", "2026-03-07", "2026-03-13"],
    ["2026-03-08", "2026-03-08", "2026-03-14"],
  ];
  for (const [startsOn, start, end] of examples) {
    for (const weekStart of weekDays)
      assert.deepEqual(budgetPeriod({ period: "weekly", startsOn }, "2026-03-11", weekStart), { start, end }, startsOn);
  }
});

test("without a first day, weekly periods begin on the organization's day", () => {
  const starts = ["2026-03-09", "2026-03-10", "2026-03-11", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08"];
  weekDays.forEach((weekStart, index) => {
    const start = starts[index] ?? "";
    const period = budgetPeriod({ period: "weekly", startsOn: null }, "2026-03-11", weekStart);
    assert.deepEqual(period, { start, end: after(start, 6) }, weekStart);
  });
});

test("a total budget has one period, which begins on its first day", () => {
  const total = (startsOn: string | null, date: string) => budgetPeriod({ period: "total", startsOn }, date, "monday");
  assert.deepEqual(total(null, "2026-03-11"), { start: null, end: null });
  assert.deepEqual(total("2026-03-11", "2026-03-11"), { start: "2026-03-11", end: null });
  assert.deepEqual(total("2026-03-11", "2199-12-31"), { start: "2026-03-11", end: null });
});

test("before its first day a budget does not apply; its first period begins on that day", () => {
  const first = { total: null, monthly: "2026-04-10", weekly: "2026-03-17" };
  for (const period of ["total", "monthly", "weekly"] as const) {
    const budget = { period, startsOn: "2026-03-11" };
    assert.equal(budgetPeriod(budget, "2026-03-10", "monday"), undefined, period);
    assert.equal(budgetPeriod(budget, "1970-01-01", "monday"), undefined, period);
    assert.deepEqual(firstBudgetPeriod(budget), { start: "2026-03-11", end: first[period] });
    assert.deepEqual(budgetPeriod(budget, "2026-03-11", "monday"), firstBudgetPeriod(budget));
  }
});

test("periods follow one another without gaps for every day of the month, for nine years", () => {
  for (let dayOfMonth = 1; dayOfMonth <= 31; dayOfMonth++) {
    const startsOn = `2096-01-${String(dayOfMonth).padStart(2, "0")}`;
    const budget: BudgetSchedule = { period: "monthly", startsOn };
    let expected = startsOn;
    let months = 0;
    for (; expected < "2105-01-01"; months++) {
      const period = budgetPeriod(budget, expected, "monday");
      assert.ok(period?.start === expected && period.end !== null, `${startsOn} ${expected}`);
      assert.ok(day(expected).day === Math.min(dayOfMonth, day(expected).daysInMonth), `${startsOn} ${expected}`);
      for (let date = expected; date <= period.end; date = after(date))
        assert.deepEqual(budgetPeriod(budget, date, "monday"), period);
      expected = after(period.end);
    }
    assert.equal(months, 9 * 12, startsOn);
  }
});

test("any date is in exactly one period, which adjoins its neighbours", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<BudgetSchedule["period"][]>("monthly", "weekly"),
      fc.option(date),
      date,
      weekday,
      (period, startsOn, date, weekStart) => {
        const found = budgetPeriod({ period, startsOn }, date, weekStart);
        if (startsOn !== null && date < startsOn) return assert.equal(found, undefined);
        assert.ok(found !== undefined && found.start !== null && found.end !== null);
        assert.ok(found.start <= date && date <= found.end);
        assert.ok(startsOn === null || startsOn <= found.start);
        for (const edge of [found.start, found.end])
          assert.deepEqual(budgetPeriod({ period, startsOn }, edge, weekStart), found);
        assert.equal(budgetPeriod({ period, startsOn }, after(found.end), weekStart)?.start, after(found.end));
        const before = budgetPeriod({ period, startsOn }, after(found.start, -1), weekStart);
        assert.equal(before?.end, found.start === startsOn ? undefined : after(found.start, -1));
      },
    ),
    { numRuns: 1000 },
  );
});
