import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { migrate, MigrationError } from "#platform/database/migrate.ts";
import { startProxy } from "#test/databases/database-proxy.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase, migrations } from "#test/databases/test-database.ts";

const emptyDatabase = () => createDatabase({ migrated: false, poolSize: 8 });

async function migrationFolder(t: TestContext, files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "stint-migrations-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

async function listTables(db: DatabasePool): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test("nodes that concurrently migrate an empty database apply each migration once", async () => {
  const { db, connection } = await emptyDatabase();
  const nodes = Array.from({ length: 6 }, () => openPool({ connection, poolSize: 1, applicationName: "stint-node" }));
  const applied = await Promise.all(nodes.map((node) => migrate(node, migrations)));
  await Promise.all(nodes.map((node) => node.end()));

  const names = applied.flat();
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length >= 2);
  assert.deepEqual(
    (await db.query<{ name: string }>(sql`select name from schema_migrations order by version`)).map(
      ({ name }) => name,
    ),
    names,
  );
  assert.deepEqual(await migrate(db, migrations), []);
  assert.ok((await listTables(db)).includes("time_entries"));
});

test("a failing migration leaves nothing, and the next start continues there", async (t) => {
  const { db } = await emptyDatabase();
  const good = "create table first (id integer primary key);";
  const bad = "create table second (id integer primary key); insert into second values (1), (1);";
  const broken = await migrationFolder(t, { "0001_first.sql": good, "0002_second.sql": bad });
  await assert.rejects(migrate(db, broken), { code: "23505" });
  assert.deepEqual(await listTables(db), ["first", "schema_migrations"]);
  assert.deepEqual(await db.query(sql`select version from schema_migrations`), [{ version: 1 }]);

  const mended = await migrationFolder(t, {
    "0001_first.sql": good,
    "0002_second.sql": bad.replace("(1), (1)", "(1), (2)"),
  });
  assert.deepEqual(await migrate(db, mended), ["second"]);
  assert.deepEqual(await listTables(db), ["first", "schema_migrations", "second"]);
  const locks = sql`
    select l.pid from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and d.datname = current_database()`;
  await waitFor(async () => (await db.query(locks)).length === 0);
});

test("a migration that was changed after it was applied is an error with its name", async (t) => {
  const { db } = await emptyDatabase();
  const text = "create table first (id integer primary key);";
  await migrate(db, await migrationFolder(t, { "0001_first.sql": text }));
  const changed = await migrationFolder(t, {
    "0001_first.sql": `${text}\n`,
    "0002_second.sql": "create table second ();",
  });
  await assert.rejects(migrate(db, changed), (error) => {
    assert.ok(error instanceof MigrationError);
    assert.match(error.message, /1_first differs from the one that this database was built with/);
    return true;
  });
  assert.deepEqual(await listTables(db), ["first", "schema_migrations"]);
});

test("a database that a newer version has migrated is refused with that reason", async (t) => {
  const { db } = await emptyDatabase();
  const text = "create table first (id integer primary key);";
  await migrate(db, await migrationFolder(t, { "0001_first.sql": text, "0002_second.sql": "create table second ();" }));
  await assert.rejects(migrate(db, await migrationFolder(t, { "0001_first.sql": text })), (error) => {
    assert.ok(error instanceof MigrationError);
    assert.match(error.message, /newer version of Stint \(it has 2_second\)/);
    return true;
  });
});

test("a migration that was added after one with a higher number is applied too", async (t) => {
  const { db } = await emptyDatabase();
  const second = { "0002_second.sql": "create table second ();" };
  await migrate(db, await migrationFolder(t, second));
  const both = await migrationFolder(t, { ...second, "0001_first.sql": "create table first ();" });
  assert.deepEqual(await migrate(db, both), ["first"]);
  assert.deepEqual(await listTables(db), ["first", "schema_migrations", "second"]);
});

test("a file with another name than NNNN_name.sql, or two with the same number, are errors before anything is done", async (t) => {
  const { db } = await emptyDatabase();
  await assert.rejects(
    migrate(db, await migrationFolder(t, { "1_first.sql": "create table first ();" })),
    MigrationError,
  );
  const twice = { "0001_first.sql": "create table first ();", "0001_other.sql": "create table other ();" };
  await assert.rejects(migrate(db, await migrationFolder(t, twice)), MigrationError);
  assert.deepEqual(await listTables(db), []);
});

test("a PostgreSQL that is too old is an error with both versions", async (t) => {
  const { connection } = await emptyDatabase();
  const proxy = await startProxy(t, connection);
  proxy.rewrite = (bytes) => Buffer.from(bytes.toString("latin1").replace(/\b1[5-9]\d{4}(?=C)/, "140012"), "latin1");
  const old = openPool({ connection: proxy.connection, poolSize: 1, applicationName: "stint-test" });
  await assert.rejects(migrate(old, migrations), (error) => {
    assert.ok(error instanceof MigrationError);
    assert.match(error.message, /PostgreSQL 14 is too old: Stint needs 15 or newer/);
    return true;
  });
  await old.end();
});
