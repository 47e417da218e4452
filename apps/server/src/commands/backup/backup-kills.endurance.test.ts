import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, copyFile, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { sql } from "#platform/database/database.ts";
import { backupFolder, restoreInto, save, urlOf } from "#test/worlds/backups.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { waitFor } from "#test/databases/hold.ts";
import { killRounds as rounds } from "#test/processes/kill-rounds.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";

const main = resolve(import.meta.dirname, "../main.ts");
// NODE_COMPILE_CACHE is included, because each start would otherwise recompile everything.
const shared = ["PATH", "TMPDIR", "NODE_COMPILE_CACHE"];
const inherited = Object.fromEntries(shared.map((name) => [name, process.env[name]]));
// Enough entries for a backup of several pieces.
const entries = 12_000;

/**
 * Runs the command and, if `killAfterMs` is given, kills it after that many milliseconds. Returns its exit code and how
 * long it ran.
 */
async function run(args: string[], env: Record<string, string>, killAfterMs?: number) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, "close");
  if (killAfterMs !== undefined) {
    await Promise.race([ended, pause(killAfterMs, undefined, { ref: false })]);
    child.kill("SIGKILL");
  }
  const [code] = (await ended) as [number | null];
  return { code, err, ms: performance.now() - startedAt };
}

let filled: Promise<TestDatabase> | undefined;

// The tests share the database, because they only read it and filling it takes a second.
const filledDatabase = () => (filled ??= fill());

async function fill(): Promise<TestDatabase> {
  const database = await createDatabase();
  const caller = await (await newTestApp({ db: database.db })).newOrganization();
  await newEntry(caller, await newProject(caller));
  await database.db.query(sql`
    insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, billable, billable_seconds)
    select org_id, id || n, user_id, project_id, task_id, started_at - n * interval '1 minute', n, 'Entry ' || n, billable, n
      from time_entries cross join generate_series(1, ${entries}) n`);
  return database;
}

const listSchemas = ({ db }: TestDatabase) =>
  db.query<{ name: string }>(sql`select nspname as name from pg_namespace where nspname !~ '^pg_' order by 1`);

const countEntries = async ({ db }: TestDatabase) =>
  (await db.query<{ count: number }>(sql`select count(*) as count from time_entries`))[0]?.count;

test("a killed backup leaves the previous file, or the complete new one", async (t) => {
  const database = await filledDatabase();
  const folder = await backupFolder(t);
  const path = join(folder, "a.backup");
  await save((await createDatabase()).db, path);
  const old = join(folder, "old");
  await copyFile(path, old);
  const env = { DATABASE_URL: urlOf(database.connection) };
  const { code, err, ms } = await run(["backup", path], env);
  assert.equal(code, 0, err);
  const whole = (await checkBackup(path)).summary;
  let midst = 0;
  // Kills the process at times that are spread over most of a run.
  let runMs = ms;
  for (let round = 0; round < rounds || midst === 0; round++) {
    await copyFile(old, path);
    const killed = await run(
      ["backup", path],
      env,
      runMs * (0.3 + 0.7 * (((round % rounds) + Math.random()) / rounds)),
    );
    // This backup finished before the kill, because the first run was slower. Make the next kills come earlier.
    if (killed.code === 0) runMs *= 0.8;
    const { summary } = await checkBackup(path);
    const entriesIn = summary.tables.find(({ name }) => name === "time_entries")?.rows;
    assert.ok(entriesIn === 0 || entriesIn === entries + 1);
    if (entriesIn !== 0) assert.deepEqual(summary, whole);
    if (entriesIn === 0) midst++;
  }
  t.diagnostic(`${midst} of ${rounds} were killed before their end`);
});

/** Starts a backup and pauses its process while the file is unfinished. Tries again if the backup finishes first. */
async function stopAmidst(t: TestContext, database: TestDatabase, path: string) {
  for (;;) {
    const child = spawn(process.execPath, [main, "backup", path], {
      env: { ...inherited, DATABASE_URL: urlOf(database.connection) },
      stdio: "ignore",
    });
    t.after(() => child.kill("SIGKILL"));
    const ended = once(child, "close") as Promise<[number | null]>;
    const findPartial = async () => (await readdir(dirname(path))).find((name) => name.includes(".partial-"));
    await waitFor(async () => (await findPartial()) !== undefined || child.exitCode !== null);
    child.kill("SIGSTOP");
    const partial = await findPartial();
    if (partial !== undefined) return { child, ended, partial };
    child.kill("SIGCONT");
    await ended;
  }
}

test("the next backup removes the unfinished file of a killed one", async (t) => {
  const database = await filledDatabase();
  const folder = await backupFolder(t);
  const path = join(folder, "a.backup");
  const { child, ended, partial } = await stopAmidst(t, database, path);
  child.kill("SIGKILL");
  await ended;
  assert.ok((await readdir(folder)).includes(partial));
  const { code, err } = await run(["backup", path], { DATABASE_URL: urlOf(database.connection) });
  assert.equal(code, 0, err);
  assert.deepEqual(await readdir(folder), ["a.backup"]);
});

test("concurrent backups leave each other's files alone, and both succeed", async (t) => {
  const database = await filledDatabase();
  const folder = await backupFolder(t);
  const path = join(folder, "a.backup");
  const { child, ended, partial } = await stopAmidst(t, database, path);
  await save(database.db, path);
  assert.deepEqual((await readdir(folder)).toSorted(), ["a.backup", partial]);
  child.kill("SIGCONT");
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(await readdir(folder), ["a.backup"]);
  await checkBackup(path);
});

test("a killed restore leaves an empty database, into which the next one restores", async (t) => {
  const database = await filledDatabase();
  const path = join(await backupFolder(t), "a.backup");
  await save(database.db, path);
  let midst = 0;
  let ms = 0;
  for (let round = 0; round <= rounds; round++) {
    const target = await createDatabase({ migrated: false });
    const env = { DATABASE_URL: urlOf(target.connection) };
    if (round === 0) {
      ({ ms } = await run(["restore", path], env));
      continue;
    }
    await run(["restore", path], env, ms * (0.3 + 0.65 * ((round - 1 + Math.random()) / rounds)));
    const others = sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'stint'`;
    await waitFor(async () => (await target.db.query(others)).length === 0);
    const found = await target.db.query(sql`select relname from pg_class where relnamespace = 'public'::regnamespace`);
    if (found.length === 0) {
      midst++;
      await restoreInto(target, path, {}, {});
    }
    assert.equal(await countEntries(target), entries + 1);
  }
  t.diagnostic(`${midst} of ${rounds} were killed before their end`);
});

test("a restore that is killed before it moves its tables leaves a schema, which the next one removes", async (t) => {
  const database = await filledDatabase();
  const path = join(await backupFolder(t), "a.backup");
  await save(database.db, path);
  const target = await createDatabase({ migrated: false });
  const before = await listSchemas(target);
  // The restore, which cannot see this table, must wait for it before it can move its own table of this name here.
  const client = await target.db.connect();
  await client.query("begin");
  await client.query("create table public.organizations ()");
  const child = spawn(process.execPath, [main, "restore", path], {
    env: { ...inherited, DATABASE_URL: urlOf(target.connection) },
    stdio: "ignore",
  });
  const ended = once(child, "close");
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor(async () => (await target.db.query(waiting)).length > 0);
  child.kill("SIGKILL");
  await ended;
  await client.query("rollback");
  client.release();
  assert.equal((await listSchemas(target)).length, before.length + 1);
  await restoreInto(target, path, {}, {});
  assert.equal(await countEntries(target), entries + 1);
  assert.deepEqual(await listSchemas(target), before);
});

test("a killed restore of an embedded database leaves a data folder that the next one fills", async (t) => {
  const database = await filledDatabase();
  const folder = await backupFolder(t);
  // Gives PostgreSQL's user access to the folder.
  await chmod(folder, 0o755);
  const path = join(folder, "a.backup");
  await save(database.db, path);
  const DATA_DIR = join(folder, "data");
  const isLoading = async () => existsSync(join(DATA_DIR, "postgres", "PG_VERSION"));
  const child = spawn(process.execPath, [main, "restore", path], {
    env: { ...inherited, DATA_DIR },
    stdio: "ignore",
  });
  const ended = once(child, "close");
  await waitFor(isLoading);
  await pause(1_000 * Math.random());
  child.kill("SIGKILL");
  await ended;
  const again = await run(["restore", path], { DATA_DIR });
  if (again.code !== 0) assert.match(again.err, /The database is not empty/);
  const whole = await run(["backup", join(folder, "again.backup")], { DATA_DIR });
  assert.equal(whole.code, 0, whole.err);
  const [one, other] = [await checkBackup(path), await checkBackup(join(folder, "again.backup"))];
  assert.deepEqual(other.summary.tables, one.summary.tables);
  assert.deepEqual((await readdir(folder)).toSorted(), ["a.backup", "again.backup", "data"]);
});
