import assert from "node:assert/strict";
import { test } from "node:test";
import { nextAtClock, splitAt, withDay, withDuration, withEnd, withStart } from "./entry-edits.ts";

const zone = "Europe/Berlin";
const at = (instant: string) => Date.parse(instant);
const entry = (startedAt: string, durationSeconds: number) => ({ startedAt, durationSeconds });

test("another start keeps the end and leaves no hidden seconds", () => {
  const before = entry("2026-11-20T12:04:31Z", 3333);
  assert.deepEqual(withStart(before, at("2026-11-20T12:00:00Z")), entry("2026-11-20T12:00:00.000Z", 3600));
});

test("a start after the end moves the entry", () => {
  const before = entry("2026-11-20T08:00:00Z", 1800);
  assert.deepEqual(withStart(before, at("2026-11-20T10:00:00Z")), entry("2026-11-20T10:00:00.000Z", 1800));
});

test("another end changes the duration; from 13:00:40 to 14:00 are sixty minutes", () => {
  const before = entry("2026-11-20T12:00:40Z", 60);
  assert.deepEqual(withEnd(before, at("2026-11-20T13:00:00Z"), zone), entry("2026-11-20T12:00:00.000Z", 3600));
});

test("an end before the start is on the next day, and back again", () => {
  const late = withEnd(entry("2026-11-20T21:00:00Z", 3600), at("2026-11-20T00:00:00Z"), zone);
  assert.equal(late.durationSeconds, 3 * 3600);
  assert.equal(withEnd(late, at("2026-11-21T22:00:00Z"), zone).durationSeconds, 3600);
});

test("the end of an entry over days stays on its day", () => {
  const before = entry("2026-11-18T08:00:00Z", 50 * 3600);
  assert.equal(withEnd(before, at("2026-11-20T08:30:00Z"), zone).durationSeconds, 48.5 * 3600);
});

test("a new duration moves only the end", () => {
  assert.deepEqual(withDuration(entry("2026-11-20T12:00:40Z", 60), 2700), entry("2026-11-20T12:00:40Z", 2700));
});

test("an entry moved to another day keeps its clock time, even at another UTC offset", () => {
  const moved = withDay(entry("2026-10-24T07:00:20Z", 60), "2026-10-26", zone);
  assert.deepEqual(moved, entry("2026-10-26T08:00:20.000Z", 60));
});

test("another end keeps the seconds of a start at which the timer was switched", () => {
  const former = entry("2026-11-20T12:00:00.400Z", 3640);
  const before = entry("2026-11-20T13:00:40.400Z", 60);
  const changed = withEnd(before, at("2026-11-20T14:00:00Z"), zone, [before, former]);
  assert.deepEqual(changed, entry("2026-11-20T13:00:40.400Z", 3559));
});

test("a split leaves both parts together as long as the whole, without an overlap", () => {
  const [first, second] = splitAt(entry("2026-11-20T09:00:10Z", 3000), at("2026-11-20T09:30:00Z"));
  assert.deepEqual(first, entry("2026-11-20T09:00:10.000Z", 1790));
  assert.deepEqual(second, entry("2026-11-20T09:30:00.000Z", 1210));
  const [early, late] = splitAt(entry("2026-11-20T09:00:00.234Z", 3600), at("2026-11-20T09:30:00Z"));
  assert.deepEqual(early, entry("2026-11-20T09:00:00.234Z", 1799));
  assert.deepEqual(late, entry("2026-11-20T09:29:59.234Z", 1801));
});

test("the next time of the clock is after the instant", () => {
  const after = at("2026-11-20T09:00:00Z");
  assert.equal(nextAtClock(after, 10 * 60 + 1, zone), at("2026-11-20T09:01:00Z"));
  assert.equal(nextAtClock(after, 10 * 60, zone), at("2026-11-21T09:00:00Z"));
});
