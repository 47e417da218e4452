import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { togglCsv, upload } from "#test/worlds/import-files.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { findUnderWay } from "./queries.ts";

test("imports that a node has to work on are counted, with the age of the first", async () => {
  const { db } = await createDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  assert.deepEqual(await findUnderWay(db), { count: 0, oldest_seconds: 0 });
  await upload(owner, togglCsv([{}]));
  await db.query(sql`update imports set updated_at = now() - interval '1 hour'`);
  await upload(owner, togglCsv([{}]));
  const { count, oldest_seconds: oldest } = await findUnderWay(db);
  assert.equal(count, 2);
  assert.ok(oldest >= 3_600);
});
