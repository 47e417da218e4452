import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayFinder } from "#time/group-by-day.ts";
import { startOfDay, toZoned } from "#time/zoned.ts";
import { heightOf, hourLines, hourMs, instantAt, isOrdinary, quarterAt, quarterMs, snap } from "./day-geometry.ts";

function dayIn(zone: string, day: string) {
  return createDayFinder(zone)(startOfDay(day, zone));
}

const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

// The zone, the day, the hours that the clock shows, and how many hours after midnight the third line is.
const cases = [
  ["Europe/Berlin", "2026-03-28", hours(0, 24), 2],
  ["Europe/Berlin", "2026-03-29", [0, 1, ...hours(3, 24)], 2],
  ["Europe/Berlin", "2026-10-25", [0, 1, 2, ...hours(2, 24)], 2],
  // The clock jumps from 2:00 to 2:30, so there is no line for 2 and the line for 3 comes early.
  ["Australia/Lord_Howe", "2026-10-04", [0, 1, ...hours(3, 24)], 2.5],
  // The clock goes back from 2:00 to 1:30, so the line for 2 comes half an hour late.
  ["Australia/Lord_Howe", "2026-04-05", hours(0, 24), 2.5],
  // The clock skips midnight.
  ["Africa/Cairo", "2026-04-24", hours(1, 24), 2],
  ["Asia/Kathmandu", "2026-11-20", hours(0, 24), 2],
] as const;

for (const [zone, day, expected, third] of cases)
  test(`the hours of ${day} in ${zone} are where its clock shows them`, () => {
    const found = dayIn(zone, day);
    const lines = hourLines(found, zone);
    assert.deepEqual(
      lines.map((ms) => toZoned(ms, zone).hour),
      [...expected],
    );
    assert.equal(((lines[2] ?? 0) - found.from) / hourMs, third);
  });

test("a day is ordinary only when its clock does not change", () => {
  const ordinary = (zone: string, day: string) => isOrdinary(dayIn(zone, day), zone);
  assert.equal(ordinary("Europe/Berlin", "2026-03-28"), true);
  assert.equal(ordinary("Europe/Berlin", "2026-03-29"), false);
  assert.equal(ordinary("Europe/Berlin", "2026-10-25"), false);
  assert.equal(ordinary("Australia/Lord_Howe", "2026-04-05"), false);
  assert.equal(ordinary("Australia/Lord_Howe", "2026-10-04"), false);
});

test("heights and instants are each other's inverse, and stay within the day", () => {
  const day = dayIn("Europe/Berlin", "2026-10-25");
  const at = day.from + 3.25 * hourMs;
  assert.equal(heightOf(day, at, 48), 156);
  assert.equal(instantAt(day, 156, 48), at);
  assert.equal(instantAt(day, -10, 48), day.from);
  assert.equal(instantAt(day, 48 * 30, 48), day.to);
  assert.equal(heightOf(day, day.to, 48), 25 * 48);
});

test("instants snap to quarters of the day's clock", () => {
  const day = dayIn("Asia/Kathmandu", "2026-11-20");
  const minutes = (count: number) => day.from + count * 60_000;
  assert.equal(snap(day, minutes(547)), minutes(540));
  assert.equal(snap(day, minutes(548)), minutes(555));
  assert.equal(snap(day, day.to - 1), day.to);
  assert.equal(quarterAt(day, minutes(554)), minutes(540));
  assert.equal(quarterAt(day, day.to), day.to - quarterMs);
});
