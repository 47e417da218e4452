import assert from "node:assert/strict";
import { test } from "node:test";
import type { BillingPreview, Summary } from "@stint/sdk";
import { areExact, type BillLine, sumOf, toBillLines } from "./bill-lines.ts";

/** Tasks of a preview, at 90.00 an hour. */
const preview = (hours: Record<string, number>) =>
  ({
    projects: [{ projectId: "proj_1", name: "Shop" }],
    tasks: Object.entries(hours).map(([name, each]) => ({
      taskId: `task_${name}`,
      projectId: "proj_1",
      name,
      entries: each,
      seconds: each * 3600,
      billableSeconds: each * 3600,
      amountMinor: each * 9000,
      unratedSeconds: 0,
      unitPriceMinor: 9000,
    })),
  }) as unknown as BillingPreview;

const lineOf = (change: Partial<BillLine> = {}) => ({
  ...(toBillLines(preview({ Design: 3 }), [])[0] ?? assert.fail()),
  ...change,
});

test("each task is a line, which knows its time that is not approved", () => {
  const unapproved = [{ key: "task_Build", billableSeconds: 3600 }] as Summary["groups"];
  const lines = toBillLines(preview({ Design: 3, Build: 4 }), unapproved);
  const figures = lines.map(({ taskId, name, amountMinor, unitPriceMinor, unapprovedSeconds }) => {
    return { taskId, name, amountMinor, unitPriceMinor, unapprovedSeconds };
  });
  const [price, none] = [{ unitPriceMinor: 9000 }, { unapprovedSeconds: 0 }];
  assert.deepEqual(figures, [
    { taskId: "task_Design", name: "Shop · Design", amountMinor: 27_000, ...price, ...none },
    { taskId: "task_Build", name: "Shop · Build", amountMinor: 36_000, ...price, unapprovedSeconds: 3600 },
  ]);
  assert.equal(sumOf(lines, "billableSeconds"), 7 * 3600);
});

test("lines are exact if each has one price that gives its amount", () => {
  assert.ok(areExact([lineOf(), lineOf({ amountMinor: 0, unitPriceMinor: 0 })]));
  assert.ok(!areExact([lineOf({ amountMinor: 0, unitPriceMinor: 0 })]));
  assert.ok(!areExact([lineOf(), lineOf({ unratedSeconds: 3600 })]));
  // Equal times at 80.00 and 100.00, whose mean is that of the other line.
  assert.ok(!areExact([lineOf(), lineOf({ unitPriceMinor: null })]));
  // Three times 1.25 hours at 73.50, each rounded up to 91.88.
  assert.ok(!areExact([lineOf(), lineOf({ billableSeconds: 3.75 * 3600, amountMinor: 27_564, unitPriceMinor: 7350 })]));
});
