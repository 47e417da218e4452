import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry } from "@stint/sdk";
import { createDayFinder } from "#time/group-by-day.ts";
import { copyWeek } from "./copy-week.ts";

const zone = "Europe/Berlin";
const rules = { zone, lockedBefore: -Infinity, findDay: createDayFinder(zone), isOpen: () => true };

function entry(startedAt: string, hours: number, taskId = "dev"): TimeEntry {
  const durationSeconds = hours * 3600;
  const fields = { projectId: "web", taskId, startedAt, durationSeconds, description: "Review", tags: ["a"] };
  return { ...fields, id: startedAt, billable: true, billableSeconds: 0 } as unknown as TimeEntry;
}

const starts = (entries: readonly { startedAt: string }[]) => entries.map(({ startedAt }) => startedAt);

test("a copied entry keeps all its fields, at the same time of the clock", () => {
  const [copy] = copyWeek([entry("2026-03-24T08:00:00Z", 2)], [], rules);
  assert.deepEqual(copy, {
    projectId: "web",
    taskId: "dev",
    startedAt: "2026-03-31T07:00:00.000Z",
    durationSeconds: 7200,
    description: "Review",
    tags: ["a"],
    billable: true,
  });
});

test("cells that have time already stay as they are", () => {
  const last = [entry("2026-03-02T08:00:00Z", 2), entry("2026-03-02T10:00:00Z", 2, "ops")];
  assert.deepEqual(starts(copyWeek(last, [entry("2026-03-09T12:00:00Z", 1)], rules)), ["2026-03-09T10:00:00.000Z"]);
});

test("a day that would be too long gets nothing", () => {
  const last = [entry("2026-03-02T08:00:00Z", 12), entry("2026-03-03T08:00:00Z", 12)];
  const present = [entry("2026-03-09T08:00:00Z", 13, "ops")];
  assert.deepEqual(starts(copyWeek(last, present, rules)), ["2026-03-10T08:00:00.000Z"]);
});

test("neither locked days nor closed tasks get anything", () => {
  const last = [
    entry("2026-03-02T08:00:00Z", 1),
    entry("2026-03-03T08:00:00Z", 1),
    entry("2026-03-04T08:00:00Z", 1, "ops"),
  ];
  const isOpen = ({ taskId }: TimeEntry) => taskId !== "ops";
  const copied = copyWeek(last, [], { ...rules, isOpen, lockedBefore: Date.parse("2026-03-10T00:00:00Z") });
  assert.deepEqual(starts(copied), ["2026-03-10T08:00:00.000Z"]);
});
