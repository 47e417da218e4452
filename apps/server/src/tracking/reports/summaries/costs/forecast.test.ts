import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type WeekDay, weekDays } from "#identity/organizations/week-days.ts";
import { forecast, type ForecastInput, readBasis } from "./forecast.ts";
import { countWorkingDays, workingDayAfter } from "./working-days.ts";

const fiveDays: WeekDay[] = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const date = fc.integer({ min: 0, max: 20_000 }).map((days) => plus("1990-01-01", days));
const someDays = fc.subarray([...weekDays], { minLength: 1 });

function plus(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

test("working days follow the calendar, and the nth one is the day on which the count reaches n", () => {
  assert.equal(countWorkingDays("2026-03-01", "2026-03-31", fiveDays), 22);
  assert.equal(countWorkingDays("2026-03-07", "2026-03-08", fiveDays), 0);
  assert.equal(workingDayAfter("2026-03-06", 1, fiveDays), "2026-03-09");
  fc.assert(
    fc.property(date, fc.nat({ max: 60 }), someDays, (from, length, days) => {
      let count = 0;
      for (let day = 0; day <= length; day++) {
        const at = plus(from, day);
        if (!days.includes(weekDays[Temporal.PlainDate.from(at).dayOfWeek - 1] ?? "monday")) continue;
        count++;
        assert.equal(workingDayAfter(plus(from, -1), count, days), at);
      }
      assert.equal(countWorkingDays(from, plus(from, length), days), count);
    }),
  );
});

test("the basis is the past days: at most 28, not before startsOn or the first entry", () => {
  for (const [startsOn, first, from, workingDays] of [
    [null, "2020-01-01", "2026-02-21", 20],
    ["2026-03-02", "2020-01-01", "2026-03-02", 15],
    [null, "2026-03-19", "2026-03-19", 2],
    ["2026-01-01", "2026-03-20", "2026-03-20", 1],
    // Without a bound, or with bounds after `asOf`, the basis has 28 days.
    [null, undefined, "2026-02-21", 20],
    ["2026-04-01", "2026-05-01", "2026-02-21", 20],
  ] as const)
    assert.deepEqual(readBasis("2026-03-20", startsOn, first, fiveDays), { from, to: "2026-03-20", workingDays });
});

const march: ForecastInput = {
  limit: 100_000,
  used: 30_000,
  usedSofar: 30_000,
  usedLately: 30_000,
  basis: { from: "2026-03-02", to: "2026-03-06", workingDays: 5 },
  workingDays: fiveDays,
  asOf: "2026-03-06",
  periodStart: "2026-03-01",
  periodEnd: "2026-03-31",
};

test("forecasts worked out by hand", () => {
  const { basis } = march;
  const cases: [Partial<ForecastInput>, string | null, number | null][] = [
    // At 6,000 a day, the remaining 70,000 last until the twelfth working day after Friday the 6th. March has 17
    // working days left.
    [{}, "2026-03-24", 132_000],
    [{ limit: 132_000 }, "2026-03-31", 132_000],
    [{ limit: 132_001 }, null, 132_000],
    [{ periodEnd: null }, "2026-03-24", null],
    [{ limit: 30_000 }, "2026-03-06", 132_000],
    [{ usedLately: 0 }, null, 30_000],
    [{ usedLately: 0, used: 50_000 }, null, 50_000],
    [{ basis: { ...basis, workingDays: 0 } }, null, 30_000],
    // Only four working days are left, all of them Saturdays.
    [{ workingDays: ["saturday"] }, null, 54_000],
    // The period is in the future. Its first working day is Wednesday, 1 April.
    [{ periodStart: "2026-04-01", periodEnd: "2026-04-30", used: 0, usedSofar: 0, limit: 6000 }, "2026-04-01", 132_000],
  ];
  for (const [change, exhaustsOn, projectedUsed] of cases)
    assert.deepEqual(
      forecast({ ...march, ...change }),
      { exhaustsOn, projectedUsed, basis: change.basis ?? basis },
      JSON.stringify(change),
    );
  // Products above 2^53 must be exact.
  const large = { limit: 9_007_199_254_740_991, used: 7, usedSofar: 7, usedLately: 4_503_599_627_370_495 };
  assert.equal(forecast({ ...march, ...large, periodEnd: "2026-03-10" }).projectedUsed, 1_801_439_850_948_205);
});
