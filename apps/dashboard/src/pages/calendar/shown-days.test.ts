import assert from "node:assert/strict";
import { test } from "node:test";
import { dateToShow, daysOf, readAddress, stepDate } from "./shown-days.ts";

test("the address contains view and date; missing or wrong values get the default", () => {
  const read = (query: string, isPhone = false) => readAddress(new URLSearchParams(query), "2026-11-20", isPhone);
  assert.deepEqual(read("view=day&date=2026-03-02"), { view: "day", date: "2026-03-02" });
  assert.deepEqual(read(""), { view: "week", date: "2026-11-20" });
  assert.deepEqual(read("", true), { view: "3days", date: "2026-11-20" });
  assert.deepEqual(read("view=year&date=2026-02-30"), { view: "week", date: "2026-11-20" });
  assert.deepEqual(read("date=20260302"), { view: "week", date: "2026-11-20" });
});

test("a week begins on the person's first day of it", () => {
  assert.deepEqual(
    ["monday", "sunday", "saturday"].map((first) => daysOf("week", "2026-03-01", first as "monday")[0]),
    ["2026-02-23", "2026-03-01", "2026-02-28"],
  );
  assert.equal(daysOf("week", "2026-03-02", "monday").at(-1), "2026-03-08");
});

test("three days end with the requested one: time is tracked backwards", () => {
  assert.deepEqual(daysOf("3days", "2026-12-31", "monday"), ["2026-12-29", "2026-12-30", "2026-12-31"]);
});

test("steps are as long as the view", () => {
  assert.equal(stepDate("day", "2026-03-01", -1), "2026-02-28");
  assert.equal(stepDate("3days", "2026-03-01", 1), "2026-03-04");
  assert.equal(stepDate("week", "2026-03-29", 1), "2026-04-05");
});

test("a visible day does not turn the page", () => {
  assert.equal(dateToShow("2026-03-08", "week", "2026-03-02", "monday"), "2026-03-02");
  assert.equal(dateToShow("2026-03-09", "week", "2026-03-02", "monday"), "2026-03-09");
});
