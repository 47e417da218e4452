import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { applied, previewed, togglCsv, undone } from "#test/worlds/import-files.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

test("a small import is applied and undone without sampling the rows of all organizations", async () => {
  // Autovacuum is off in this database, so only an import can sample these tables.
  const { db } = await createDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  const rows = Array.from({ length: 900 }, (_, at) => ({ seconds: 60 + at }));
  const { id } = await previewed(owner, togglCsv(rows));
  assert.equal((await applied(owner, id)).preview.creates.entries, 900);
  assert.equal((await undone(owner, id)).status, "undone");
  const analyzed = await db.query(sql`
    select relname from pg_class
     where relname in ('time_entries', 'changes', 'time_sums', 'import_keys', 'import_row_blocks') and reltuples >= 0`);
  assert.deepEqual(analyzed, []);
});
