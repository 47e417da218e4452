import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { BackupError } from "#platform/backup/format/backup-error.ts";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { sql } from "#platform/database/database.ts";
import { backupFolder, restoreInto, save } from "#test/worlds/backups.ts";
import { fillEverything } from "#test/worlds/fill-everything.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { rewriteHead } from "#test/databases/rewrite-head.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";

const tables = sql`select count(*) as count from pg_class where relnamespace = 'public'::regnamespace`;

async function assertEmpty({ db }: TestDatabase): Promise<void> {
  assert.deepEqual(await db.query(tables), [{ count: 0 }]);
}

test("damage anywhere in a backup is found, and nothing of it is restored", async (t) => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  await fillEverything(world, await world.newOrganization());
  const folder = await backupFolder(t);
  const path = join(folder, "whole.backup");
  await save(db, path);
  const whole = await readFile(path);
  await checkBackup(path);
  const bad = join(folder, "bad.backup");
  const target = await createDatabase({ migrated: false });

  async function assertFound(bytes: Buffer, restores: boolean): Promise<void> {
    await writeFile(bad, bytes);
    await assert.rejects(checkBackup(bad), BackupError);
    if (restores) await assert.rejects(restoreInto(target, bad), BackupError);
  }
  const position = fc.nat({ max: whole.length - 1 });
  const changed = fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ by;
    return bytes;
  });
  const cut = position.map((at) => whole.subarray(0, at));
  const cutOut = fc.tuple(position, fc.integer({ min: 1, max: 2000 })).map(([at, length]) => {
    const end = Math.min(whole.length, at + length);
    return Buffer.concat([whole.subarray(0, at), whole.subarray(end)]);
  });
  const longer = fc.uint8Array({ minLength: 1, maxLength: 1024 }).map((more) => Buffer.concat([whole, more]));
  // Two concatenated backups must be refused: tar readers ignore everything after a block of zeros, so they would read
  // only the first one.
  const twice = fc.constant(Buffer.concat([whole, whole]));
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof({ arbitrary: changed, weight: 6 }, cut, cutOut, longer, twice), (bytes) =>
      assertFound(bytes, round++ % 10 === 0),
    ),
    { numRuns: Number(process.env["BACKUP_RUNS"] ?? 150), endOnFailure: true },
  );
  await assertFound(Buffer.alloc(0), true);
  await assertFound(Buffer.from("%PDF-1.7 not a backup"), true);
  await assertEmpty(target);
  await restoreInto(target, path);
});

test("a backup with a newer format or schema is refused with that reason", async (t) => {
  const { db } = await createDatabase();
  const folder = await backupFolder(t);
  const target = await createDatabase({ migrated: false });
  await db.query(sql`insert into schema_migrations (version, name, checksum) values (9999, 'future', 'x')`);
  await assert.rejects(
    save(db, join(folder, "a.backup")),
    /was migrated by a newer version of Stint \(it has 9999_future\)/,
  );
  await db.query(sql`delete from schema_migrations where version = 9999`);
  const path = join(folder, "b.backup");
  await save(db, path);

  const { head } = await checkBackup(path);
  const later = { ...head, migrations: [...head.migrations, { version: 9999, name: "future", checksum: "x" }] };
  await rewriteHead(db, path, join(folder, "schema.backup"), later);
  await assert.rejects(
    restoreInto(target, join(folder, "schema.backup")),
    /made by another version of Stint .* whose schema this one does not know/,
  );
  await rewriteHead(db, path, join(folder, "format.backup"), { ...head, format: 2, stint: "7.0.0" });
  await assert.rejects(
    restoreInto(target, join(folder, "format.backup")),
    /made by a newer version of Stint \(7\.0\.0\)/,
  );
  const other = { ...head, tables: head.tables.filter(({ name }) => name !== "clients") };
  await rewriteHead(db, path, join(folder, "tables.backup"), other);
  await assert.rejects(restoreInto(target, join(folder, "tables.backup")), /contains different tables/);
  await assertEmpty(target);
});

test("a target with any table, and a file that isn't a backup, are left alone", async (t) => {
  const { db } = await createDatabase();
  const folder = await backupFolder(t);
  const path = join(folder, "a.backup");
  await save(db, path);
  await assert.rejects(
    restoreInto(await createDatabase(), path),
    /The database is not empty: it has a table organizations/,
  );
  const target = await createDatabase({ migrated: false });
  await target.db.query(sql`create table notes (id integer)`);
  await assert.rejects(restoreInto(target, path), /it has a table notes/);
  assert.deepEqual(await target.db.query(tables), [{ count: 1 }]);

  const letter = join(folder, "letter.txt");
  await writeFile(letter, "Dear reader");
  await assert.rejects(save(db, letter), /exists and is not a Stint backup/);
  assert.equal(await readFile(letter, "utf8"), "Dear reader");
  const { mtimeMs } = await stat(path);
  await save(db, path);
  assert.ok((await stat(path)).mtimeMs > mtimeMs, "a backup replaces a backup");
  await assert.rejects(save(db, join(folder, "missing", "a.backup")), /cannot be written: ENOENT/);
});
