import assert from "node:assert/strict";
import { test } from "node:test";
import { resolvePeriod } from "../../../server/src/tracking/reports/saved-reports/resolve-period.ts";
import {
  bucketOf,
  bucketOfKey,
  daysContaining,
  intervalFor,
  intervals,
  isOfWholeDays,
  listBuckets,
  periods,
  rangeBeside,
  rangeOfPeriod,
} from "./report-period.ts";
import { addDays } from "./zoned.ts";

test("every period has the days that the API gives it, over two years", () => {
  for (let day = "2027-01-01"; day < "2029-01-01"; day = addDays(day, 3))
    for (const period of periods)
      for (const weekStart of ["monday", "sunday"] as const)
        assert.deepEqual(
          rangeOfPeriod(period, day, weekStart),
          resolvePeriod(period, day, weekStart),
          `${period} ${day}`,
        );
});

test("a range of days or instants is contained in whole days", () => {
  const march = { from: "2026-03-01", to: "2026-03-31" };
  const cases: [from: string | undefined, to: string | undefined, zone: string, days: object, isWhole: boolean][] = [
    ["2026-03-01", "2026-03-31", "Europe/Berlin", march, true],
    // As an instant, the end is exclusive, so it is the start of the next day. Clocks change on 29 March.
    ["2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z", "Europe/Berlin", march, true],
    ["2026-03-01T00:00+01:00", "2026-03-31", "Europe/Berlin", march, true],
    ["2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z", "UTC", { from: "2026-02-28", to: "2026-03-31" }, false],
    ["2026-03-05T10:00:00Z", "2026-03-05T12:00:00Z", "UTC", { from: "2026-03-05", to: "2026-03-05" }, false],
    ["2026-03-05T10:00:00Z", undefined, "UTC", { from: "2026-03-05" }, false],
    [undefined, "2026-03-06T00:00:00.001Z", "UTC", { to: "2026-03-06" }, false],
    [undefined, undefined, "UTC", {}, true],
    // In Beirut, 29 March begins at 1:00.
    ["2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z", "Asia/Beirut", { from: "2026-03-29", to: "2026-03-29" }, true],
  ];
  for (const [from, to, zone, days, isWhole] of cases) {
    assert.deepEqual(daysContaining({ from, to }, zone), days, `${from} – ${to} in ${zone}`);
    assert.equal(isOfWholeDays({ from, to }, zone), isWhole, `${from} – ${to} in ${zone}`);
  }
  assert.deepEqual(daysContaining({ from: null, to: null }, "UTC"), {});
});

for (const [from, to, before] of [
  ["2026-03-01", "2026-03-31", { from: "2026-02-01", to: "2026-02-28" }],
  ["2026-01-01", "2026-03-31", { from: "2025-10-01", to: "2025-12-31" }],
  ["2025-01-01", "2025-12-31", { from: "2024-01-01", to: "2024-12-31" }],
  ["2026-03-02", "2026-03-08", { from: "2026-02-23", to: "2026-03-01" }],
  ["2026-03-01", "2026-03-30", { from: "2026-01-30", to: "2026-02-28" }],
  ["2026-03-04", "2026-03-04", { from: "2026-03-03", to: "2026-03-03" }],
] as const)
  test(`${from} – ${to} comes after ${before.from} – ${before.to}`, () => {
    assert.deepEqual(rangeBeside({ from, to }, "before"), before);
    assert.deepEqual(rangeBeside(before, "after").from, from);
  });

test("buckets cover a range once, end with it, and have the keys of the API", () => {
  const range = { from: "2025-12-30", to: "2026-04-03" };
  const keys = (interval: (typeof intervals)[number]) => listBuckets(range, interval, "monday").map(({ key }) => key);
  assert.deepEqual(keys("month"), ["2025-12", "2026-01", "2026-02", "2026-03", "2026-04"]);
  assert.deepEqual(keys("quarter"), ["2025-Q4", "2026-Q1", "2026-Q2"]);
  assert.deepEqual(keys("year"), ["2025", "2026"]);
  assert.deepEqual(keys("week").slice(0, 2), ["2025-12-29", "2026-01-05"]);
  for (const interval of intervals) {
    const buckets = listBuckets(range, interval, "sunday");
    assert.equal(buckets[0]?.from, range.from);
    assert.equal(buckets.at(-1)?.to, range.to);
    for (const [at, { from, to, key }] of buckets.entries()) {
      assert.ok(at === 0 || addDays(buckets[at - 1]?.to ?? "", 1) === from);
      assert.deepEqual(bucketOfKey(key, interval, "sunday"), bucketOf(to, interval, "sunday"));
    }
  }
});

test("a longer range has longer intervals", () => {
  const of = (from: string, to: string) => intervalFor({ from, to });
  assert.deepEqual(
    [
      of("2026-03-01", "2026-03-31"),
      of("2026-01-01", "2026-03-31"),
      of("2026-01-01", "2026-12-31"),
      of("2016-01-01", "2026-12-31"),
    ],
    ["day", "week", "month", "year"],
  );
});
