import assert from "node:assert/strict";
import { test } from "node:test";
import { createTenantUsage } from "./tenant-usage.ts";

test("the tenants with the most come first, and what they used is forgotten minute by minute", () => {
  let nowMs = 30_000;
  const usage = createTenantUsage(5, () => nowMs);
  usage.add("one", { databaseMs: 10 });
  usage.add("two", { databaseMs: 5, waitedMs: 1 });
  nowMs += 240_000;
  usage.add("two", { databaseMs: 6, waitedMs: 2 });
  usage.add("three", { waitedMs: 7 });
  assert.deepEqual(usage.top(2), [
    ["two", { databaseMs: 11, waitedMs: 3 }],
    ["one", { databaseMs: 10, waitedMs: 0 }],
  ]);
  nowMs += 60_000;
  assert.deepEqual(usage.top(5), [
    ["two", { databaseMs: 6, waitedMs: 2 }],
    ["three", { databaseMs: 0, waitedMs: 7 }],
  ]);
  nowMs += 600_000;
  assert.deepEqual(usage.top(5), []);
});
