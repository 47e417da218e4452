import assert from "node:assert/strict";
import { test } from "node:test";
import { parseClockTime } from "@stint/grammar/parse-clock.ts";
import { editClock } from "#time/edit-clock.ts";
import { splitAt, withDay, withDuration, withEnd, withStart } from "./entry-edits.ts";

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
  assert.deepEqual(withEnd(before, at("2026-11-20T13:00:00Z")), entry("2026-11-20T12:00:00.000Z", 3600));
});

/** Types times in the fields of an entry. Returns its first and last instant, or undefined if the field refuses. */
function type(times: string, field: "start" | "end", typed: string): string | undefined {
  const [from = "", to = ""] = times.split("/");
  const before = entry(from, (at(to) - at(from)) / 1000);
  const time = parseClockTime(typed) ?? assert.fail(typed);
  const instant = field === "start" ? editClock(at(from), time, zone) : editClock(at(to), time, zone, at(from));
  if (instant === undefined) return undefined;
  const { startedAt, durationSeconds } = field === "start" ? withStart(before, instant) : withEnd(before, instant);
  const text = (ms: number) => new Date(ms).toISOString().replace(":00.000", "");
  return `${text(at(startedAt))}/${text(at(startedAt) + durationSeconds * 1000)}`;
}

const typedTimes: [times: string, field: "start" | "end", typed: string, expected: string | undefined][] = [
  // An end before the start is on the next day, and back again.
  ["2026-11-20T21:00Z/2026-11-20T22:00Z", "end", "1", "2026-11-20T21:00Z/2026-11-21T00:00Z"],
  ["2026-11-20T21:00Z/2026-11-21T00:00Z", "end", "23", "2026-11-20T21:00Z/2026-11-20T22:00Z"],
  ["2026-11-20T09:00Z/2026-11-20T10:00Z", "end", "10", "2026-11-20T09:00Z/2026-11-21T09:00Z"],
  // The end of an entry over days stays on its day.
  ["2026-11-18T08:00Z/2026-11-20T10:00Z", "end", "9:30", "2026-11-18T08:00Z/2026-11-20T08:30Z"],
  // Clocks show 2:00 to 3:00 twice on 25 October, from midnight and from one o’clock UTC. The nearest instant is meant.
  ["2026-10-25T01:05Z/2026-10-25T02:30Z", "start", "2:10", "2026-10-25T01:10Z/2026-10-25T02:30Z"],
  ["2026-10-25T00:05Z/2026-10-25T02:30Z", "start", "2:10", "2026-10-25T00:10Z/2026-10-25T02:30Z"],
  ["2026-10-25T02:00Z/2026-10-25T03:00Z", "start", "2:30", "2026-10-25T01:30Z/2026-10-25T03:00Z"],
  ["2026-10-25T01:05Z/2026-10-25T01:10Z", "end", "2:20", "2026-10-25T01:05Z/2026-10-25T01:20Z"],
  ["2026-10-24T23:30Z/2026-10-25T01:05Z", "end", "2:20", "2026-10-24T23:30Z/2026-10-25T01:20Z"],
  ["2026-10-24T23:30Z/2026-10-25T00:05Z", "end", "2:20", "2026-10-24T23:30Z/2026-10-25T00:20Z"],
  ["2026-10-25T00:30Z/2026-10-25T00:50Z", "end", "2:20", "2026-10-25T00:30Z/2026-10-25T01:20Z"],
  // An offset says which one is meant.
  ["2026-10-25T00:05Z/2026-10-25T02:30Z", "start", "2:10 UTC+1", "2026-10-25T01:10Z/2026-10-25T02:30Z"],
  ["2026-10-24T23:30Z/2026-10-25T01:05Z", "end", "2:20 utc+2:00", "2026-10-24T23:30Z/2026-10-25T00:20Z"],
  // Clocks skip 2:00 to 3:00 on 29 March. The skipped minutes are not times, except the instant of the change.
  ["2026-03-29T01:00Z/2026-03-29T02:00Z", "start", "2:30", undefined],
  ["2026-03-29T00:30Z/2026-03-29T00:45Z", "end", "2:30", undefined],
  ["2026-03-28T21:00Z/2026-03-28T22:00Z", "end", "2:30", undefined],
  ["2026-03-29T20:00Z/2026-03-29T21:00Z", "end", "2:30", "2026-03-29T20:00Z/2026-03-30T00:30Z"],
  ["2026-03-28T21:00Z/2026-03-28T22:00Z", "end", "2", "2026-03-28T21:00Z/2026-03-29T01:00Z"],
];

test("a typed time changes only its own end of the entry, also where clocks change", () => {
  for (const [times, field, typed, expected] of typedTimes)
    assert.equal(type(times, field, typed), expected, `${times}, ${field} ${typed}`);
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
  const changed = withEnd(before, at("2026-11-20T14:00:00Z"), [before, former]);
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
