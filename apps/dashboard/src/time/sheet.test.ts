import type { TimeEntry } from "@stint/sdk";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayFinder } from "#time/group-by-day.ts";
import { listDays, startOfDay } from "#time/zoned.ts";
import { createSheetBuilder, type RowPlace } from "./sheet.ts";

const zone = "Europe/Berlin";
const findDay = createDayFinder(zone);
const days = listDays("2026-03-02", 7).map((day) => findDay(startOfDay(day, zone)));
const byTask = (left: RowPlace, right: RowPlace) => left.taskId.localeCompare(right.taskId);

function entry(taskId: string, startedAt: string, minutes = 60): TimeEntry {
  return { projectId: "p", taskId, startedAt, durationSeconds: minutes * 60, billableSeconds: 0 } as TimeEntry;
}

test("a sheet has a row for each task with time, and for others, and totals in both directions", () => {
  const entries = [
    entry("b", "2026-03-03T12:00:00Z", 30),
    entry("b", "2026-03-03T08:00:00Z"),
    entry("a", "2026-03-02T08:00:00Z", 15),
    entry("a", "2026-03-01T08:00:00Z"),
  ];
  const { rows, daySeconds, seconds } = createSheetBuilder(days, findDay)(
    entries,
    [
      { projectId: "p", taskId: "c" },
      { projectId: "p", taskId: "a" },
    ],
    byTask,
  );
  assert.deepEqual(
    rows.map((row) => [row.taskId, row.seconds, row.cells.map((cell) => cell.seconds)]),
    [
      ["a", 900, [900, 0, 0, 0, 0, 0, 0]],
      ["b", 5400, [0, 5400, 0, 0, 0, 0, 0]],
      ["c", 0, [0, 0, 0, 0, 0, 0, 0]],
    ],
  );
  assert.deepEqual(rows[1]?.cells[1]?.entries, [entries[1], entries[0]]);
  assert.deepEqual(daySeconds, [900, 5400, 0, 0, 0, 0, 0]);
  assert.equal(seconds, 6300);
});

test("a change leaves the other rows, and the other cells of its row, the same objects", () => {
  const build = createSheetBuilder(days, findDay);
  const [one, other] = [entry("a", "2026-03-02T08:00:00Z"), entry("b", "2026-03-02T10:00:00Z")];
  const later = entry("a", "2026-03-03T08:00:00Z");
  const before = build([one, other, later], [], byTask).rows;
  const longer = entry("a", "2026-03-02T08:00:00Z", 90);
  const after = build([longer, other, later], [], byTask).rows;
  assert.equal(after[1], before[1]);
  assert.notEqual(after[0], before[0]);
  assert.equal(after[0]?.cells[0]?.seconds, 5400);
  assert.equal(after[0]?.cells[1], before[0]?.cells[1]);
  assert.equal(build([longer, other, later], [], byTask).rows[0], after[0]);
});
