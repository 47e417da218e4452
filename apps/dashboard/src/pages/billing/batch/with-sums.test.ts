import assert from "node:assert/strict";
import { test } from "node:test";
import { withSums } from "./with-sums.ts";

const line = (projectId: string, taskName: string, quantity: string, amountMinor: number) => ({
  clientId: null,
  clientName: null,
  projectId,
  projectName: `Project ${projectId}`,
  taskName,
  entries: 1,
  billableSeconds: Number(quantity) * 3600,
  quantity,
  unitPriceMinor: 9000,
  amountMinor,
  exact: true,
});

test("several lines of a project follow their sum, and those of other projects stay as they are", () => {
  const only = line("2", "Plan", "1.00", 9000);
  const rows = withSums([line("1", "Build", "0.10", 900), only, line("1", "Design", "0.20", 1800)]);
  const shown = rows.map(({ kind, projectName, taskName, quantity, amountMinor }) =>
    [kind, projectName, taskName, quantity, amountMinor].join(" "),
  );
  assert.deepEqual(shown, [
    "sum Project 1  0.3 2700",
    "part  Build 0.10 900",
    "part  Design 0.20 1800",
    " Project 2 Plan 1.00 9000",
  ]);
});

test("entries stay in the order of their times, and lines without a project have no sum", () => {
  const entries = ["1", "2", "1"].map((id, at) => ({ ...line(id, "Build", "1.00", 9000), entryId: `time_${at}` }));
  assert.deepEqual(withSums(entries), entries);
  const people = ["Ada", "Ben"].map((userName) => ({ userName, entries: 1, billableSeconds: 3600, quantity: "1.00" }));
  assert.deepEqual(withSums(people), people);
});
