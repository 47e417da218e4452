import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { createSteppedDatabase } from "#test/databases/step-clock.ts";
import { createTestJobs } from "#test/processes/test-jobs.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { openDatabaseClock } from "./database-clock.ts";

const dayMs = 86_400_000;

async function openClock(t: TestContext, db: DatabasePool) {
  const metrics = createMetrics();
  const log: string[] = [];
  const note = (level: string) => (_facts: unknown, message?: string) => void log.push(`${level}: ${message}`);
  const logger = { error: note("error"), info: note("info") };
  const clock = await openDatabaseClock({ db, jobs: createTestJobs(), metrics, logger });
  t.after(clock.stop);
  const ahead = async () =>
    Number(/^stint_clock_ahead_seconds (.+)$/m.exec(await metrics.registry.metrics())?.[1] ?? Number.NaN);
  return { clock, log, ahead };
}

test("a node goes by the database's clock, and says so while its own is more than a minute off", async (t) => {
  const { db, step } = await createSteppedDatabase();
  await step("-40 days");
  const { clock, log, ahead } = await openClock(t, db);
  assert.ok(Math.abs(clock.now().getTime() - (Date.now() - 40 * dayMs)) < 60_000);
  assert.ok(Math.abs((await ahead()) - 40 * 86_400) < 60);
  assert.match(clock.describe() ?? "", /^this node's clock is 34\d{5} s ahead of that of the database/);
  assert.equal(await clock.isClose(), false);

  await step("2 minutes");
  assert.equal(await clock.isClose(), false);
  assert.match(clock.describe() ?? "", /^this node's clock is 1\d\d s behind that of the database/);
  await step("20 seconds");
  assert.equal(await clock.isClose(), true);
  assert.ok(clock.now().getTime() > Date.now() + 10_000);
  assert.equal(clock.describe(), undefined);
  assert.deepEqual(log, [
    "error: this node's clock is wrong, so the node deletes nothing",
    "info: this node's clock agrees with the database's again",
  ]);
});

test("the time that a measurement takes is not taken for a difference", async (t) => {
  const { db, step } = await createSteppedDatabase();
  await step("0");
  const { clock, ahead } = await openClock(t, db);
  assert.equal(await clock.isClose(), true);
  assert.equal(await ahead(), 0);
});
