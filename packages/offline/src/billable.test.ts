import assert from "node:assert/strict";
import { test } from "node:test";
import { billed } from "./billable.ts";

const places = (
  rounding: { mode: "up" | "nearest" | "down"; minutes: number } | null,
  ofTask: boolean | null = null,
) => ({
  project: () => ({ billable: true, rounding }),
  task: () => ({ billable: ofTask }),
});
const fields = { projectId: "p", taskId: "t", durationSeconds: 0, billable: null };

test("billable time is rounded as the server rounds it", () => {
  for (const [mode, minutes, seconds, expected] of [
    ["up", 15, 1, 900],
    ["up", 15, 900, 900],
    ["up", 15, 901, 1800],
    ["down", 15, 899, 0],
    ["down", 15, 1799, 900],
    ["nearest", 15, 449, 0],
    ["nearest", 15, 450, 900],
    ["nearest", 1, 29, 0],
    ["nearest", 1, 30, 60],
    ["up", 6, 0, 0],
  ] as const) {
    const { billableSeconds } = billed({ ...fields, durationSeconds: seconds }, places({ mode, minutes }));
    assert.equal(billableSeconds, expected, `${mode} ${minutes}: ${seconds}`);
  }
  assert.equal(billed({ ...fields, durationSeconds: 61 }, places(null)).billableSeconds, 61);
});

test("the entry decides whether it is billable, then its task, then its project", () => {
  const isBillable = (billable: boolean | null, ofTask: boolean | null) =>
    billed({ ...fields, billable, durationSeconds: 60 }, places(null, ofTask));
  assert.deepEqual(isBillable(null, null), { billable: true, billableSeconds: 60 });
  assert.deepEqual(isBillable(null, false), { billable: false, billableSeconds: 0 });
  assert.deepEqual(isBillable(true, false), { billable: true, billableSeconds: 60 });
  const unknown = { project: () => undefined, task: () => undefined };
  assert.deepEqual(billed(fields, unknown), { billable: true, billableSeconds: 0 });
});
