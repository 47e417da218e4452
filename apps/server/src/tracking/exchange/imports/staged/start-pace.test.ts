import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { startPace } from "./start-pace.ts";

async function timeRest(pace: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await pace();
  return performance.now() - from;
}

// The pace begins with pauses, because it assumes that the database is busy for the first second.
test("during requests reading uses a twelfth of the time, but pauses only after the second piece", async () => {
  const { db } = await sharedDatabase();
  const pace = await startPace(db, "own thread");
  await pause(200);
  const first = await timeRest(pace);
  await pause(20);
  const second = await timeRest(pace);
  assert.ok(first < 11 * 199, `${first} ms`);
  assert.ok(second >= 11 * 19, `${second} ms`);
});
