import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry } from "@stint/sdk";
import { copyToDay } from "./copy-to-day.ts";

const zone = "Europe/Berlin";
const rules = { zone, lockedBefore: -Infinity, obstacleOf: () => undefined };

function entry(startedAt: string, hours: number, projectId = "web"): TimeEntry {
  const durationSeconds = hours * 3600;
  const fields = { projectId, taskId: "dev", startedAt, durationSeconds, description: "Review", tags: ["a"] };
  return { ...fields, id: startedAt, billable: true, billableSeconds: 0 } as unknown as TimeEntry;
}

const starts = ({ made }: { made: { startedAt: string }[] }) => made.map(({ startedAt }) => startedAt);

test("a copied entry keeps all its fields", () => {
  assert.deepEqual(copyToDay([entry("2026-03-04T08:00:00Z", 2)], "2026-03-10", rules).made, [
    {
      projectId: "web",
      taskId: "dev",
      startedAt: "2026-03-10T08:00:00.000Z",
      durationSeconds: 7200,
      description: "Review",
      tags: ["a"],
      billable: true,
    },
  ]);
});

// Clocks go forward on 29 March and back on 25 October, at 1:00 UTC.
const acrossClocks: [name: string, from: string, day: string, to: string][] = [
  ["into summer time", "2026-03-24T08:00:00Z", "2026-03-31", "2026-03-31T07:00:00.000Z"],
  ["out of summer time", "2026-10-23T07:00:00Z", "2026-10-26", "2026-10-26T08:00:00.000Z"],
  ["over a time that is skipped, which moves on", "2026-03-24T01:30:00Z", "2026-03-29", "2026-03-29T01:30:00.000Z"],
  ["to a time that comes twice, the earlier", "2026-10-20T00:30:00Z", "2026-10-25", "2026-10-25T00:30:00.000Z"],
  ["with its seconds", "2026-03-24T08:00:12Z", "2026-03-31", "2026-03-31T07:00:12.000Z"],
];
for (const [name, from, day, to] of acrossClocks)
  test(`the time of day stays ${name}`, () => {
    const copy = copyToDay([entry(from, 1)], day, rules);
    assert.deepEqual(starts(copy), [to]);
    assert.equal(copy.made[0]?.durationSeconds, 3600);
  });

test("days keep their distance, and their order does not matter", () => {
  const entries = [
    entry("2026-03-04T22:30:00Z", 1),
    entry("2026-03-05T23:30:00Z", 1),
    entry("2026-03-03T09:00:00Z", 1),
  ];
  // In Berlin, these entries start on the 4th, the 6th and the 3rd.
  assert.deepEqual(starts(copyToDay(entries, "2026-03-09", rules)), [
    "2026-03-10T22:30:00.000Z",
    "2026-03-11T23:30:00.000Z",
    "2026-03-09T09:00:00.000Z",
  ]);
});

test("entries that cannot be copied are listed with the reason", () => {
  const entries = [entry("2026-03-04T08:00:00Z", 1), entry("2026-03-04T10:00:00Z", 1, "old")];
  const copy = copyToDay(entries, "2026-03-10", {
    ...rules,
    obstacleOf: ({ projectId }) => (projectId === "old" ? "archived" : undefined),
  });
  assert.equal(copy.made.length, 1);
  assert.deepEqual(
    copy.refused.map(({ entry: { projectId }, day, obstacle }) => [projectId, day, obstacle]),
    [["old", "2026-03-10", "archived"]],
  );
  const locked = copyToDay(entries, "2026-03-02", { ...rules, lockedBefore: Date.parse("2026-03-02T23:00:00Z") });
  assert.deepEqual(
    locked.refused.map(({ obstacle }) => obstacle),
    ["locked", "locked"],
  );
});
