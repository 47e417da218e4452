import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { raw, sql } from "#platform/database/database.ts";
import { hold } from "#test/databases/hold.ts";
import { previewed, togglCsv, upload } from "#test/worlds/import-files.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { workOnImports } from "#tracking/exchange/imports/worker/import-worker.ts";
import { dropOldFiles } from "./worker/drop-old-files.ts";

const staged = [
  "import_row_blocks",
  "import_doubt_blocks",
  "import_people",
  "import_places",
  "import_lookalikes",
  "import_chunks",
] as const;

const leftIn = ({ world: { db }, orgId }: Caller, table: (typeof staged)[number]) =>
  db.query<{ import_id: string }>(sql`select import_id from ${raw(table)} where org_id = ${orgId}`);

test("an import that is removed while it is read leaves nothing", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const { orgId } = owner;
  const { id } = await upload(owner, togglCsv(Array.from({ length: 5_001 }, (_none, at) => ({ seconds: 60 + at }))));
  // Blocks the second block of rows with an uncommitted row that has the same key.
  const held = await hold(
    db,
    sql`insert into import_row_blocks (org_id, import_id, first, rows, person, place, duration_seconds, description, key)
        values (${orgId}, ${id}, 5001, 0, '{}', '{}', '{}', '{}', '{}')`,
  );
  const failures: unknown[] = [];
  const deps = { folder: tmpdir(), onCommit: () => undefined, onError: (error: unknown) => failures.push(error) };
  const reading = workOnImports(db, deps);
  await held.untilItBlocks(1);
  assert.equal((await owner.delete(`/v1/imports/${id}`)).status, 202);
  await held.rollback();
  await reading;
  assert.deepEqual(failures, []);
  for (const table of staged) assert.deepEqual(await leftIn(owner, table), [], table);
});

test("rows and names that a killed reading of a removed import left behind are deleted after a day", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id } = await previewed(owner, `Date,Hours,Name\n2026-01-01,x,Kim\n2026-01-01,1,Kim\n`);
  await db.query(sql`insert into import_lookalikes (org_id, import_id, number) values (${owner.orgId}, ${id}, 1)`);
  const idAt = (ms: number) => `imp_${ms.toString(16).padStart(12, "0")}${id.slice(16)}`;
  const [old, recent] = [idAt(Date.now() - 90_000_000), idAt(Date.now() - 60_000)];
  for (const table of staged)
    for (const leftBehind of [old, recent])
      await db.query(sql`
        insert into ${raw(table)}
        select (jsonb_populate_record(t, ${JSON.stringify({ import_id: leftBehind })}::jsonb)).* from ${raw(table)} t
         where org_id = ${owner.orgId} and import_id = ${id}`);
  const never = new Date(0).toISOString();
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  await dropOldFiles(db, owner.orgId, { ended: never, forgotten: never, killed: dayAgo });
  for (const table of staged) {
    const left = (await leftIn(owner, table)).map((row) => row.import_id);
    assert.deepEqual(new Set(left), new Set([id, recent]), table);
  }
});
