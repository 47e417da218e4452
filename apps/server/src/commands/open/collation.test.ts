import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { checkDatabase } from "#commands/check/check-database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { findChangedCollation, rebuildIndexes } from "./collation.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";

/** Returns false if the database's collation has no version: PostgreSQL 15 has none for the locale of the tests. */
async function pretendOlder(db: DatabasePool, t: TestContext): Promise<boolean> {
  const rows = await db.query(sql`
    update pg_database set datcollversion = '0.9'
     where datname = current_database() and pg_database_collation_actual_version(oid) is not null returning oid`);
  if (rows.length === 0) t.skip("the database's collation has no version");
  return rows.length > 0;
}

async function checkOf(db: DatabasePool, databaseUrl: string | undefined) {
  const findings = await checkDatabase(db, { databasePoolSize: 1, databaseUrl });
  return findings.find(({ message }) => message.includes("order of text"));
}

test("every index of text compares by bytes, whatever the database's collation", async () => {
  const { db } = await createDatabase();
  const indexes = await db.query(sql`
    select pg_get_indexdef(i.indexrelid) as index
      from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and 'default' in (
       select collname from pg_collation c where c.oid = any(i.indcollation::oid[]))`);
  assert.deepEqual(indexes, []);
});

test("check reports that the order of text has changed, with the commands that rebuild the indexes", async (t) => {
  const { db } = await createDatabase();
  assert.equal((await checkOf(db, "postgres://db/stint"))?.status, "good");
  if (!(await pretendOlder(db, t))) return;
  const { database } = (await findChangedCollation(db)) ?? {};
  const changed = await checkOf(db, "postgres://db/stint");
  assert.equal(changed?.status, "bad");
  assert.match(changed.message, /\(version 0\.9, now .+\)\.$/);
  assert.ok(
    changed.mend?.endsWith(`REINDEX DATABASE "${database}"; ALTER DATABASE "${database}" REFRESH COLLATION VERSION;`),
  );
});

test("the embedded database's indexes are rebuilt at its start", async (t) => {
  const { db } = await createDatabase();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await rebuildIndexes(db, say);
  assert.deepEqual(said, []);
  if (!(await pretendOlder(db, t))) return;
  await rebuildIndexes(db, say);
  assert.match(said.join("\n"), /Rebuilding the indexes/);
  assert.equal((await checkOf(db, undefined))?.status, "good");
});
