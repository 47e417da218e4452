import assert from "node:assert/strict";
import { test } from "node:test";
import { burnDown, expectedLine, sumWeeks } from "./burn-down.ts";
import type { ForecastInput } from "./forecast.ts";

const input: ForecastInput = {
  limit: 100,
  used: 30,
  days: [
    { day: "2026-02-27", amount: 50 },
    { day: "2026-03-02", amount: 10 },
    { day: "2026-03-04", amount: 20 },
    { day: "2026-03-09", amount: 99 },
  ],
  asOf: "2026-03-06",
  basis: { from: "2026-02-07", to: "2026-03-06", workingDays: 20 },
  workingDays: ["monday", "tuesday", "wednesday", "thursday", "friday"],
  periodStart: "2026-03-01",
  periodEnd: "2026-03-31",
};

test("a burn-down begins with the period and ends today at the API's usage", () => {
  assert.deepEqual(burnDown(input, "2026-03-01"), [
    { day: "2026-03-02", left: 90 },
    { day: "2026-03-04", left: 70 },
    { day: "2026-03-06", left: 70 },
  ]);
});

test("the expected line continues over working days and ends at zero", () => {
  const pace = { amount: 400, workingDays: 20, aWeek: 5, spread: undefined };
  const line = expectedLine(input, pace, "2026-03-13");
  assert.deepEqual(
    line.map(({ day, left }) => [day, left]),
    [
      ["2026-03-06", 70],
      ["2026-03-09", 50],
      ["2026-03-10", 30],
      ["2026-03-11", 10],
      ["2026-03-12", 0],
      ["2026-03-13", 0],
    ],
  );
});

test("before a period, nothing has burned down, and the expected line begins with the period", () => {
  const pace = { amount: 400, workingDays: 20, aWeek: 5, spread: undefined };
  const april = { ...input, used: 0, periodStart: "2026-04-01", periodEnd: "2026-04-30" };
  assert.deepEqual(burnDown(april, "2026-04-01"), []);
  assert.deepEqual(
    expectedLine(april, pace, "2026-04-06").map(({ day, left }) => [day, left]),
    [
      ["2026-03-31", 100],
      ["2026-04-01", 80],
      ["2026-04-02", 60],
      ["2026-04-03", 40],
      ["2026-04-06", 20],
    ],
  );
});

test("a long line has few points and reaches its end", () => {
  const pace = { amount: 1, workingDays: 20, aWeek: 5, spread: { deviation: 1, weeks: 4 } };
  const line = expectedLine(input, pace, "2028-03-06");
  assert.ok(line.length <= 82);
  assert.equal(line.at(-1)?.day, "2028-03-06");
});

test("weeks end with today, and include those without time", () => {
  assert.deepEqual(sumWeeks(input.days, "2026-02-14", "2026-03-06"), [
    { to: "2026-02-20", amount: 0 },
    { to: "2026-02-27", amount: 50 },
    { to: "2026-03-06", amount: 30 },
  ]);
});
