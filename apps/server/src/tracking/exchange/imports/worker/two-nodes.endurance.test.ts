import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { togglCsv, upload } from "#test/worlds/import-files.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";

const count = 3_000;
const file = togglCsv(
  Array.from({ length: count }, (_, at) => ({ project: `Project ${at % 7}`, seconds: 60 + at, user: `P${at % 3}` })),
);

const countEntries = async ({ db }: TestDatabase) =>
  (await db.query<{ count: number }>(sql`select count(*) as count from time_entries where deleted_at is null`))[0]
    ?.count;

test("one of two services finishes the work of the other, which is killed in the middle of it", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  const caller = await (await newTestApp({ db })).newOrganization();
  const first = await startServiceProcess(t, database);
  const { id } = await upload(caller, file);
  const state = async () => (await caller.get(`/v1/imports/${id}`)).json;
  const until = (status: string) =>
    waitFor(async () => {
      const { status: now, progress } = await state();
      return now === status && progress === null;
    });
  let working = first;
  const endKilled = async (begin: () => Promise<unknown>, status: string) => {
    const before = await countEntries(database);
    // Blocks the work when all entries are written and the sums are about to be updated, so that it cannot end.
    const held = await hold(db, sql`select pg_advisory_xact_lock(hashtextextended(${`fold ${caller.orgId}`}, 0))`);
    await begin();
    await held.untilItBlocks(1);
    assert.equal((await state()).progress.done, count);
    const other = await startServiceProcess(t, database);
    await working.kill();
    working = other;
    assert.equal(await countEntries(database), before);
    await held.commit();
    await until(status);
  };
  await until("previewed");
  await endKilled(() => caller.post(`/v1/imports/${id}/apply`), "applied");
  assert.deepEqual([(await state()).proof.isExact, await countEntries(database)], [true, count]);
  await assertSound(db);
  await endKilled(() => caller.delete(`/v1/imports/${id}`), "undone");
  assert.equal(await countEntries(database), 0);
  await assertSound(db);
});
