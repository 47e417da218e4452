import assert from "node:assert/strict";
import { test } from "node:test";
import type { Group } from "#tracking/reports/summaries/summarize.ts";
import { writeSummary } from "./summary-json.ts";

const leaf = (at: number): Group => ({
  key: `k${at}`,
  name: `"Zürich" ${at}`,
  seconds: at,
  billableSeconds: 0,
  entries: 1,
});
const leaves = (count: number) => Array.from({ length: count }, (_, at) => leaf(at));
const head = { from: null, totals: { seconds: 1 } };

test("a summary is the JSON of its parts, however it is split into turns", async () => {
  const nested = (groups: number, inner: number) =>
    leaves(groups).map((group) => ({ ...group, groups: leaves(inner) }));
  for (const groups of [[], leaves(1), leaves(500), leaves(1_201), nested(3, 0), nested(1, 1_700), nested(40, 33)])
    assert.equal((await writeSummary(head, groups)).toString(), JSON.stringify({ ...head, groups }));
});

test("a long summary lets others take turns, even if one group contains everything", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await writeSummary(head, [{ ...leaf(0), groups: leaves(10_000) }]);
  isOver = true;
  assert.ok(turns >= 19, `only ${turns} turns`);
});
