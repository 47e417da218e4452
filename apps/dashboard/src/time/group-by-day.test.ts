import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  billableShareOf,
  createDayFinder,
  groupByDay,
  isRounded,
  isWhole,
  regroupByDay,
  sumOf,
} from "./group-by-day.ts";

function entry(startedAt: string, durationSeconds: number, billableSeconds = durationSeconds) {
  return { startedAt, durationSeconds, billableSeconds };
}

test("totals are sums of seconds, so that three times twenty minutes are an hour", () => {
  const part = entry("2026-11-20T09:00:00Z", 1200, 0);
  assert.deepEqual(sumOf([part, part, part]), { seconds: 3600, billableSeconds: 0 });
});

test("the billable share is a part of the tracked time, and no rounding makes it more than the whole", () => {
  const work = (tracked: number, billable: number) => ({
    ...entry("2026-11-20T09:00:00Z", tracked, billable),
    billable: billable > 0,
  });
  const roundedUp = [work(3000, 3600), work(600, 900)];
  assert.deepEqual([billableShareOf(roundedUp), isRounded(roundedUp)], [1, true]);
  const roundedDown = [work(3000, 2700), work(1000, 0)];
  assert.deepEqual([billableShareOf(roundedDown), isRounded(roundedDown)], [0.75, true]);
  const asTracked = [work(1800, 1800), work(1800, 0)];
  assert.deepEqual([billableShareOf(asTracked), isRounded(asTracked)], [0.5, false]);
  assert.equal(billableShareOf([]), undefined);
});

test("an entry belongs to the day of the zone on which it starts", () => {
  const entries = [
    entry("2026-11-20T00:30:00Z", 60),
    entry("2026-11-19T23:30:00Z", 7200, 1800),
    entry("2026-11-19T22:59:59Z", 60),
  ];
  const groups = groupByDay(entries, createDayFinder("Europe/Berlin"));
  assert.deepEqual(
    groups.map(({ day, seconds, billableSeconds, entries: own }) => [day, own.length, seconds, billableSeconds]),
    [
      ["2026-11-20", 2, 7260, 1860],
      ["2026-11-19", 1, 60, 60],
    ],
  );
});

test("days on which clocks change are 23 and 25 hours long", () => {
  const findDay = createDayFinder("Europe/Berlin");
  const hours = ["2026-03-29T12:00:00Z", "2026-10-25T12:00:00Z", "2026-10-26T12:00:00Z"].map((instant) => {
    const { from, to } = findDay(Date.parse(instant));
    return (to - from) / 3_600_000;
  });
  assert.deepEqual(hours, [23, 25, 24]);
});

test("when clocks go back over midnight, the second time counts for the day that has begun", () => {
  // At 00:01 on 2010-11-07, clocks in St. John's went back to 23:01 on the 6th.
  const findDay = createDayFinder("America/St_Johns");
  const before = Date.parse("2010-11-07T02:15:00Z");
  assert.equal(findDay(before).day, "2010-11-06");
  assert.equal(findDay(before + 30 * 60_000).day, "2010-11-07");
});

test("regrouping gives the same groups as grouping, and unchanged days keep theirs", () => {
  const findDay = createDayFinder("UTC");
  const made = fc
    .uniqueArray(fc.nat(200), { maxLength: 30 })
    .map((hours) =>
      hours
        .toSorted((left, right) => right - left)
        .map((hour) => entry(new Date(hour * 3_600_000).toISOString(), hour)),
    );
  const change = fc.record({ drop: fc.nat(30), add: fc.option(fc.nat(200)) });
  fc.assert(
    fc.property(made, change, (entries, { drop, add }) => {
      const kept = entries.filter((_, at) => at !== drop);
      const added = add === null ? [] : [entry(new Date(add * 3_600_000).toISOString(), 1)];
      const after = [...kept, ...added].toSorted((left, right) => right.startedAt.localeCompare(left.startedAt));
      const before = { entries, groups: groupByDay(entries, findDay) };
      const groups = regroupByDay(before, after, findDay);
      assert.deepEqual(groups, groupByDay(after, findDay));
      assert.deepEqual(regroupByDay(before, entries, findDay), before.groups);
    }),
  );
});

test("a change of one day leaves the groups of the others", () => {
  const findDay = createDayFinder("UTC");
  const entries = ["05", "04", "03", "02", "01"].map((day) => entry(`2026-11-${day}T09:00:00Z`, 60));
  const before = { entries, groups: groupByDay(entries, findDay) };
  const after = entries.with(2, entry("2026-11-03T10:00:00Z", 120));
  const groups = regroupByDay(before, after, findDay);
  assert.deepEqual(
    groups.map((group, at) => group === before.groups[at]),
    [true, false, false, false, true],
  );
});

test("a day is whole when one loaded range covers all of it", () => {
  const day = createDayFinder("UTC")(Date.parse("2026-11-20T12:00:00Z"));
  assert.equal(isWhole(day, [{ from: day.from, to: day.to }]), true);
  assert.equal(isWhole(day, [{ from: day.from + 1, to: day.to }]), false);
  assert.equal(isWhole(day, []), false);
});
