import assert from "node:assert/strict";
import { test } from "node:test";
import { addMonths, clampDay, dayOfKey, listWeeks } from "./month-grid.ts";

const grids = [
  { day: "2026-03-08", weekStart: "monday", first: "2026-02-23", last: "2026-04-05" },
  { day: "2026-03-08", weekStart: "sunday", first: "2026-03-01", last: "2026-04-11" },
  { day: "2026-08-31", weekStart: "monday", first: "2026-07-27", last: "2026-09-06" },
  { day: "2027-02-28", weekStart: "monday", first: "2027-02-01", last: "2027-03-14" },
  { day: "2028-02-29", weekStart: "saturday", first: "2028-01-29", last: "2028-03-10" },
] as const;

for (const { day, weekStart, first, last } of grids)
  test(`the weeks around ${day} that begin on ${weekStart} go from ${first} to ${last}`, () => {
    const weeks = listWeeks(day, weekStart);
    assert.deepEqual(
      weeks.map((week) => week.length),
      [7, 7, 7, 7, 7, 7],
    );
    assert.deepEqual([weeks[0]?.[0], weeks[5]?.[6]], [first, last]);
    assert.ok(weeks.flat().includes(day));
  });

const moves: [key: string, day: string, to: string | undefined][] = [
  ["ArrowLeft", "2026-03-01", "2026-02-28"],
  ["ArrowRight", "2026-03-31", "2026-04-01"],
  ["ArrowUp", "2026-03-04", "2026-02-25"],
  ["ArrowDown", "2026-12-30", "2027-01-06"],
  ["Home", "2026-03-04", "2026-03-02"],
  ["End", "2026-03-04", "2026-03-08"],
  ["PageUp", "2026-03-31", "2026-02-28"],
  ["PageDown", "2026-01-31", "2026-02-28"],
  ["a", "2026-03-04", undefined],
];

for (const [key, day, to] of moves)
  test(`${key} moves from ${day} to ${to ?? "nowhere"}`, () => {
    assert.equal(dayOfKey(key, day, "monday"), to);
  });

test("Home and End follow the start of the week", () => {
  assert.equal(dayOfKey("Home", "2026-03-04", "sunday"), "2026-03-01");
  assert.equal(dayOfKey("End", "2026-03-04", "sunday"), "2026-03-07");
});

test("a month later is the last day if the month is shorter", () => {
  assert.equal(addMonths("2028-01-31", 1), "2028-02-29");
});

test("a day stays between its limits", () => {
  assert.equal(clampDay("2026-03-04", "2026-03-05", "2026-03-09"), "2026-03-05");
  assert.equal(clampDay("2026-03-10", "2026-03-05", "2026-03-09"), "2026-03-09");
  assert.equal(clampDay("2026-03-10", "2026-03-05", ""), "2026-03-10");
  assert.equal(clampDay("2026-03-10"), "2026-03-10");
});
