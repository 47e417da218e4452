import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forecast as forecastOfApi } from "../../../../../server/src/tracking/reports/summaries/costs/forecast.ts";
import { addDays, type Weekday } from "#time/zoned.ts";
import { expectedAfter, forecast, type ForecastInput, paceOf, runsOutAt } from "./forecast.ts";

const workingDays: Weekday[] = ["monday", "tuesday", "wednesday", "thursday", "friday"];
// A Friday; the 28 days of the basis begin on a Saturday.
const asOf = "2026-03-20";
const basis = { from: "2026-02-21", to: asOf, workingDays: 20 };
const hour = 3600;

/** The same amount on every working day of the four weeks. */
function steady(amount: number) {
  return Array.from({ length: 28 }, (_, at) => addDays(basis.from, at))
    .filter((day) => ![6, 7].includes(Temporal.PlainDate.from(day).dayOfWeek))
    .map((day) => ({ day, amount }));
}

const input = (given: Partial<ForecastInput>): ForecastInput => ({
  limit: 200 * hour,
  used: 100 * hour,
  days: steady(5 * hour),
  asOf,
  basis,
  workingDays,
  periodStart: null,
  periodEnd: null,
  ...given,
});

test("a steady pace runs out after as many working days as it needs, weekends left out", () => {
  // 100 h left at 5 h per working day: 20 working days, which are four weeks.
  assert.deepEqual(forecast(input({})), {
    kind: "runsOut",
    on: "2026-04-17",
    earliest: "2026-04-17",
    latest: "2026-04-17",
  });
});

test("one second more takes one more working day", () => {
  const result = forecast(input({ limit: 200 * hour + 1 }));
  assert.equal(result.kind === "runsOut" && result.on, "2026-04-20");
});

test("weeks of work on three days count as the organization's weeks", () => {
  const result = forecast(input({ workingDays: ["monday", "wednesday"], basis: { ...basis, workingDays: 8 } }));
  // 100 h in 8 working days is 12.5 h a day, so the other 100 h will last 8 more working days.
  assert.equal(result.kind === "runsOut" && result.on, "2026-04-15");
});

test("it lasts beyond a period that ends earlier, with the usage at that time", () => {
  assert.deepEqual(forecast(input({ periodEnd: "2026-03-31" })), {
    kind: "lasts",
    until: "2026-03-31",
    // Seven working days are left.
    projected: 135 * hour,
    earliest: undefined,
  });
});

test("a period that begins later is forecast from its first day", () => {
  // Nothing is used yet, so 100 h at 5 h per working day last 20 working days from Wednesday, 1 April.
  const april = input({ limit: 100 * hour, used: 0, periodStart: "2026-04-01", periodEnd: "2026-04-30" });
  const on = "2026-04-28";
  assert.deepEqual(forecast(april), { kind: "runsOut", on, earliest: on, latest: on });
  assert.equal(runsOutAt(25 * hour, april), on);
  assert.equal(runsOutAt(20 * hour, april), undefined);
  const monday = input({ ...april, limit: 5 * hour, periodStart: "2026-03-21" });
  assert.equal(runsOutAt(25 * hour, monday), "2026-03-23");
});

test("the day on which a budget runs out is the API's", () => {
  const day = (most: number) => fc.integer({ min: -40, max: most }).map((days) => addDays(asOf, days));
  const someDays = fc.subarray<Weekday>(workingDays, { minLength: 1 });
  const amounts = fc.array(fc.record({ day: day(0), amount: fc.integer({ min: 1, max: 20 }) }), { maxLength: 10 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      amounts,
      someDays,
      fc.option(day(60)),
      fc.option(fc.nat({ max: 60 })),
      (limit, days, weekdays, periodStart, length) => {
        const periodEnd = periodStart === null || length === null ? null : addDays(periodStart, length);
        const sumFrom = (from: string) => days.reduce((sum, each) => sum + (each.day >= from ? each.amount : 0), 0);
        const used = sumFrom(periodStart ?? "");
        const given = input({ limit, used, days, workingDays: weekdays, periodStart, periodEnd });
        const found = forecast(given);
        if (found.kind === "usedUp") return;
        const { exhaustsOn } = forecastOfApi({ ...given, usedSofar: used, usedLately: sumFrom(basis.from) });
        assert.equal(found.kind === "runsOut" ? found.on : null, exhaustsOn);
      },
    ),
  );
});

test("a budget is used up on the day that brought it to the limit", () => {
  const days = [
    { day: "2026-03-02", amount: 6 },
    { day: "2026-03-04", amount: 4 },
    { day: "2026-03-05", amount: 1 },
  ];
  assert.deepEqual(forecast(input({ limit: 10, used: 11, days })), { kind: "usedUp", on: "2026-03-04" });
  assert.deepEqual(forecast(input({ limit: 10, used: 11, days: [] })), { kind: "usedUp", on: undefined });
  const later = input({ limit: 5, used: 5, days, periodStart: "2026-03-03" });
  assert.deepEqual(forecast(later), { kind: "usedUp", on: "2026-03-05" });
});

test("without entries, or with fewer than five working days, there is no forecast", () => {
  assert.deepEqual(forecast(input({ days: [] })), { kind: "none", reason: "nothingTracked" });
  const young = { from: "2026-03-17", to: asOf, workingDays: 4 };
  assert.deepEqual(forecast(input({ basis: young })), { kind: "none", reason: "tooYoung" });
});

test("money beyond 2^53 in products is exact", () => {
  const days = steady(400_000_000_000);
  const result = forecast(input({ limit: 9_007_199_254_740_991, used: 9_007_199_254_740_990, days }));
  assert.equal(result.kind === "runsOut" && result.on, "2026-03-23");
});

// Weeks of 10, 30, 20 and 40 h: 25 h on average, with a standard deviation of √(500 / 3) = 12.91 h.
const uneven = [10, 30, 20, 40].map((hours, week) => ({
  day: addDays(basis.from, week * 7 + 3),
  amount: hours * hour,
}));

test("the band is the prediction interval of the sum of the weeks ahead", () => {
  const pace = paceOf(input({ days: uneven }));
  assert.ok(typeof pace === "object");
  assert.equal(pace.spread?.weeks, 4);
  assert.ok(Math.abs((pace.spread?.deviation ?? 0) / hour - 12.9099) < 0.0001);
  const { amount, low, high } = expectedAfter(20, pace);
  assert.equal(amount, 100 * hour);
  // 1.638 × 12.9099 × √(4 + 16 / 4) = 59.81 h
  assert.ok(Math.abs((high - amount) / hour - 59.81) < 0.01);
  assert.ok(Math.abs((amount - low) / hour - 59.81) < 0.01);
});

test("an uneven pace runs out between two days, the expected one among them", () => {
  const result = forecast(input({ days: uneven }));
  assert.deepEqual(result, {
    kind: "runsOut",
    on: "2026-04-17",
    // The upper bound is 94.1 h after 11 working days and 101.4 h after 12.
    earliest: "2026-04-07",
    // The lower bound is 99.2 h after 41 working days and 102.1 h after 42.
    latest: "2026-05-19",
  });
});

test("a spread as large as the pace has no last day", () => {
  const once = [{ day: "2026-03-05", amount: 100 * hour }];
  const result = forecast(input({ days: once }));
  assert.equal(result.kind === "runsOut" && result.latest, undefined);
  assert.equal(result.kind === "runsOut" && result.on, "2026-04-17");
});

test("one whole week has no band", () => {
  const young = { from: "2026-03-09", to: asOf, workingDays: 10 };
  const result = forecast(input({ basis: young }));
  assert.equal(result.kind === "runsOut" && result.earliest, undefined);
});

test("two weeks of another pace move the day", () => {
  const now = input({});
  assert.equal(runsOutAt(25 * hour, now), "2026-04-17");
  assert.equal(runsOutAt(12.5 * hour, now), "2026-05-15");
  assert.equal(runsOutAt(50 * hour, now), "2026-04-03");
  assert.equal(runsOutAt(0, now), undefined);
  assert.equal(runsOutAt(12.5 * hour, { ...now, periodEnd: "2026-04-30" }), undefined);
});
