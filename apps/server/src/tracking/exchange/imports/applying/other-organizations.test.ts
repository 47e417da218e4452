import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { applied, previewed, togglCsv, undone } from "#test/worlds/import-files.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

test("an import and its undo do not read the projects and tasks of other organizations", async () => {
  const { db } = await createDatabase();
  let read: { name: string; rows: number }[] = [];
  // Counts the rows that the last transaction, which applies or undoes the import, has read by scanning whole tables.
  const transaction: DatabasePool["transaction"] = (run) =>
    db.transaction(async (tx) => {
      const result = await run(tx);
      read = await tx.query(sql`
        select relname as name, seq_tup_read::integer as rows from pg_stat_xact_user_tables
         where relname in ('projects', 'tasks') order by relname`);
      return result;
    });
  const { newOrganization } = await newTestApp({ db: { ...db, transaction } });
  const [owner, other] = [await newOrganization(), await newOrganization()];
  await db.query(sql`
    insert into projects (org_id, id, name)
    select ${other.orgId}, 'proj_' || n, 'p' || n from generate_series(1, 5000) n`);
  await db.query(sql`
    insert into tasks (org_id, id, project_id, name)
    select ${other.orgId}, 'task_' || n, 'proj_' || n, 't' || n from generate_series(1, 5000) n`);
  await db.query(sql`analyze`);
  const { id } = await previewed(owner, togglCsv(Array.from({ length: 20 }, (_, at) => ({ seconds: 60 + at }))));
  for (const [work, status] of [
    [applied, "applied"],
    [undone, "undone"],
  ] as const) {
    assert.equal((await work(owner, id)).status, status);
    assert.equal(read.length, 2);
    for (const { name, rows } of read) assert.ok(rows < 5000, `${status}: ${rows} ${name}`);
  }
});
