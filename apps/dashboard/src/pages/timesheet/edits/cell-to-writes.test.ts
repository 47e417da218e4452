import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry } from "@stint/sdk";
import { toZoned } from "#time/zoned.ts";
import { type CellEdit, cellToWrites } from "./cell-to-writes.ts";

const zone = "Europe/Berlin";
const monday = "2026-03-02";
const rules = { zone, lockedBefore: -Infinity, newId: () => "local" };

type Given = [start: string, duration: string, options?: { task?: string; locked?: boolean; seconds?: number }];

function secondsOf(duration: string): number {
  const [hours = 0, minutes = 0] = duration.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}

function entriesOf(day: string, given: readonly Given[]): TimeEntry[] {
  return given.map(([start, duration, { task = "dev", locked = false, seconds = 0 } = {}], at) => {
    const startedAt = Temporal.PlainDateTime.from(`${day}T${start}`).toZonedDateTime(zone).toInstant().toString();
    const durationSeconds = secondsOf(duration) + seconds;
    const fields = { projectId: "web", taskId: task, startedAt, durationSeconds, description: "", tags: [] };
    return { ...fields, id: `e${at + 1}`, locked, billableSeconds: durationSeconds } as unknown as TimeEntry;
  });
}

const edit = (duration: string, task = "dev", day = monday): CellEdit => ({
  projectId: "web",
  taskId: task,
  day,
  seconds: secondsOf(duration),
});

function show(edits: readonly CellEdit[], entries: readonly TimeEntry[], lockedBefore = -Infinity): string[] {
  const { created, changed, deleted, refused } = cellToWrites(edits, entries, { ...rules, lockedBefore });
  const duration = (seconds = 0) =>
    `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}`;
  return [
    ...refused.map(({ edit: { taskId }, reason }) => `${taskId} ${reason}`),
    ...deleted.map((id) => `- ${id}`),
    ...changed.map(({ id, set }) => `${id} = ${duration(set.durationSeconds)}`),
    ...created.map(({ taskId, startedAt, durationSeconds }) => {
      const start = toZoned(startedAt, zone);
      return `+ ${taskId} ${start.toPlainDateTime().toString().slice(5, 16)} ${duration(durationSeconds)}`;
    }),
  ];
}

const cases: [what: string, given: Given[], edits: CellEdit[], expected: string[]][] = [
  ["the first entry of a day begins at nine", [], [edit("2:00")], ["+ dev 03-02T09:00 2:00"]],
  ["an empty cell set to nothing stays empty", [], [edit("0:00")], []],
  [
    "a new entry follows the day's last one",
    [["08:00", "1:30", { task: "ops" }]],
    [edit("2:00")],
    ["+ dev 03-02T09:30 2:00"],
  ],
  [
    "it begins on a whole minute",
    [["08:00", "1:30", { task: "ops", seconds: 27 }]],
    [edit("2:00")],
    ["+ dev 03-02T09:31 2:00"],
  ],
  [
    "where it would reach over midnight it ends with the day",
    [["21:00", "2:00", { task: "ops" }]],
    [edit("3:00")],
    ["+ dev 03-02T21:00 3:00"],
  ],
  ["a long day's first entry begins before nine", [], [edit("20:00")], ["+ dev 03-02T04:00 20:00"]],
  [
    "several new entries of one paste follow each other",
    [],
    [edit("2:00"), edit("1:15", "ops"), edit("0:30", "mail")],
    ["+ dev 03-02T09:00 2:00", "+ ops 03-02T11:00 1:15", "+ mail 03-02T12:15 0:30"],
  ],
  [
    "a new entry follows what the same paste made longer",
    [["09:00", "1:00", { task: "ops" }]],
    [edit("0:30"), edit("2:00", "ops")],
    ["e1 = 2:00", "+ dev 03-02T11:00 0:30"],
  ],
  ["one entry changes its duration", [["09:00", "1:00"]], [edit("2:00")], ["e1 = 2:00"]],
  ["hidden seconds go", [["09:00", "1:00", { seconds: 27 }]], [edit("0:45")], ["e1 = 0:45"]],
  ["what a cell shows already changes nothing", [["09:00", "1:00", { seconds: 27 }]], [edit("1:00")], []],
  ["nothing deletes", [["09:00", "1:00"]], [edit("0:00")], ["- e1"]],
  ["nothing deletes an entry of some seconds too", [["09:00", "0:00", { seconds: 30 }]], [edit("0:00")], ["- e1"]],
  ["nothing deletes an entry of no time too", [["09:00", "0:00"]], [edit("0:00")], ["- e1"]],
  [
    "more time goes to the last of several",
    [
      ["13:00", "1:00"],
      ["09:00", "1:00"],
    ],
    [edit("3:00")],
    ["e1 = 2:00"],
  ],
  [
    "less time shortens the last of several",
    [
      ["09:00", "1:00"],
      ["13:00", "1:00"],
    ],
    [edit("1:30")],
    ["e2 = 0:30"],
  ],
  [
    "less time deletes from the last backwards",
    [
      ["09:00", "1:00"],
      ["11:00", "1:00"],
      ["13:00", "1:00"],
    ],
    [edit("0:45")],
    ["- e3", "- e2", "e1 = 0:45"],
  ],
  [
    "a last one of which nothing remains goes",
    [
      ["09:00", "1:00"],
      ["13:00", "1:00"],
    ],
    [edit("1:00")],
    ["- e2"],
  ],
  [
    "nothing deletes all of several",
    [
      ["09:00", "1:00"],
      ["13:00", "1:00"],
    ],
    [edit("0:00")],
    ["- e2", "- e1"],
  ],
  ["a locked entry refuses", [["09:00", "1:00", { locked: true }]], [edit("2:00")], ["dev locked"]],
  [
    "next to a locked entry, the other one changes",
    [
      ["09:00", "1:00", { locked: true }],
      ["13:00", "1:00"],
    ],
    [edit("1:30")],
    ["e2 = 0:30"],
  ],
  [
    "less than what is locked cannot be",
    [
      ["09:00", "1:00", { locked: true }],
      ["13:00", "1:00"],
    ],
    [edit("0:30")],
    ["dev locked"],
  ],
  ["a day has no more than its 24 hours", [["09:00", "8:00", { task: "ops" }]], [edit("16:01")], ["dev dayFull"]],
  ["exactly 24 hours are a day", [["00:00", "8:00", { task: "ops" }]], [edit("16:00")], ["+ dev 03-02T08:00 16:00"]],
  [
    "a day is judged after all its cells are set",
    [["00:00", "20:00", { task: "ops" }]],
    [edit("16:00"), edit("1:00", "ops")],
    ["e1 = 1:00", "+ dev 03-02T01:00 16:00"],
  ],
  ["a day that is too long already can become shorter", [["09:00", "30:00"]], [edit("26:00")], ["e1 = 26:00"]],
  ["a day of 23 hours has no 24", [], [edit("24:00", "dev", "2026-03-29")], ["dev dayFull"]],
  ["its 23 hours fill it", [], [edit("23:00", "dev", "2026-03-29")], ["+ dev 03-29T00:00 23:00"]],
  ["a day of 25 hours has 25", [], [edit("25:00", "dev", "2026-10-25")], ["+ dev 10-25T00:00 25:00"]],
  [
    "nine o'clock is the clock's when clocks change",
    [],
    [edit("1:00", "dev", "2026-10-25")],
    ["+ dev 10-25T09:00 1:00"],
  ],
];

for (const [what, given, edits, expected] of cases)
  test(what, () => assert.deepEqual(show(edits, entriesOf(edits[0]?.day ?? monday, given)), expected));

test("a refused cell leaves the others of its day", () => {
  const entries = entriesOf(monday, [["09:00", "1:00", { locked: true }]]);
  assert.deepEqual(show([edit("2:00"), edit("1:00", "ops")], entries), ["dev locked", "+ ops 03-02T10:00 1:00"]);
});

test("many cells are few writes of at most 500 entries, deletions first", () => {
  const given = Array.from({ length: 600 }, (_, at): Given => ["08:00", "0:01", { task: `t${at}` }]);
  const edits = given.map(([, , options], at) => edit(at < 300 ? "0:00" : "0:02", options?.task));
  const added = Array.from({ length: 501 }, (_, at) => edit("0:01", `new${at}`));
  const { writes } = cellToWrites([...edits, ...added], entriesOf(monday, given), rules);
  assert.deepEqual(
    writes.map(({ kind }) => kind),
    ["delete", "update", "create", "create"],
  );
});

test("a change contains the duration that the person saw", () => {
  const { changed } = cellToWrites([edit("2:00")], entriesOf(monday, [["09:00", "1:00"]]), rules);
  assert.deepEqual(changed, [{ id: "e1", set: { durationSeconds: 7200 }, seen: { durationSeconds: 3600 } }]);
});

test("nothing is made before the lock date; where it begins within the day, from then on", () => {
  const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
  assert.deepEqual(show([edit("1:00")], [], at("2026-03-03T00:00")), ["dev locked"]);
  assert.deepEqual(show([edit("1:00")], [], at("2026-03-02T18:00")), ["+ dev 03-02T18:00 1:00"]);
});

test("a cell is refused once, for its day", () => {
  const entries = entriesOf(monday, [["09:00", "1:00", { locked: true }]]);
  assert.deepEqual(show([edit("2:00"), edit("24:00", "ops")], entries), ["dev dayFull", "ops dayFull"]);
});

test("an entry made in a cell says that it came from the timesheet", () => {
  const { created } = cellToWrites([edit("2:00")], [], rules);
  assert.deepEqual(
    created.map(({ source }) => source),
    ["timesheet"],
  );
});
