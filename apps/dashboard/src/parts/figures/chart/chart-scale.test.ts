import assert from "node:assert/strict";
import { test } from "node:test";
import { chartScale } from "./chart-scale.ts";

test("the axis ends at or above the longest day, with at most four lines", () => {
  const rows: [number, number, number][] = [
    [0, 4, 1],
    [3.5, 4, 1],
    [8, 8, 2],
    [8.02, 9, 3],
    [13, 16, 4],
    [24, 24, 6],
    [30, 30, 10],
    [102, 120, 30],
  ];
  for (const [most, hours, step] of rows) assert.deepEqual(chartScale(most * 3600), { hours, step }, `${most} hours`);
});
