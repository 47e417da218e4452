import assert from "node:assert/strict";
import { mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { type BackupRow, listBackups } from "#platform/backup/queries.ts";
import { writeBackup } from "#platform/backup/write-backup.ts";
import { loadConfig } from "#platform/config/config.ts";
import { sql } from "#platform/database/database.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { createJobRunner } from "#platform/jobs/job-runner.ts";
import { backupFolder, save } from "#test/worlds/backups.ts";
import { newClient } from "#test/worlds/factories.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";
import type { LoggedFailure } from "#test/processes/test-jobs.ts";
import { startOwnBackups } from "./scheduled-backups.ts";

const dayMs = 86_400_000;

/**
 * Returns a function that returns the instant just after the scheduled backup of a given night. Night 0 is tomorrow's,
 * because nothing is due before the installation existed.
 */
function nightsFrom(now: number): (nights: number) => Date {
  const first = new Date(now + dayMs);
  return (nights) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate() + nights, 3, 0, 30));
}

interface NodeOptions {
  now: () => Date;
  settings?: Record<string, string>;
}

function startNode(t: TestContext, { db, connection }: TestDatabase, { now, settings = {} }: NodeOptions) {
  const gauges = new Map<string, () => number | Promise<number>>();
  const logged: { level: string; facts: object; message: string }[] = [];
  const log = (level: string) => (facts: object, message: string) => void logged.push({ level, facts, message });
  const config = loadConfig({
    DATABASE_URL: "postgres://localhost/x",
    BACKUP_AT: "03:00 UTC",
    BACKUP_VERIFY: "off",
    ...settings,
  });
  const logger = { info: log("info"), error: log("error") } as never;
  const backups = startOwnBackups({
    jobs: createJobRunner({ logger, metrics: createMetrics() }),
    config,
    connection,
    db,
    dataDir: undefined,
    logger,
    metrics: { gauge: (name, _help, read) => void gauges.set(name, read) },
    now,
    everyMs: 10,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= backups?.stop());
  t.after(stop);
  return { backups, logged, stop, gauge: async (name: string) => gauges.get(`stint_backup_${name}`)?.() };
}

/** Starts a backup as soon as the previous one has released its lock. */
function runNow({ backups }: ReturnType<typeof startNode>): Promise<void> {
  return waitFor(async () => (await backups?.runNow()) === "begun");
}

async function untilEnded(db: TestDatabase["db"], count: number): Promise<BackupRow[]> {
  await waitFor(async () => (await listBackups(db, 100)).filter((row) => row.finished_at !== null).length >= count);
  return listBackups(db, 100);
}

test("one of several nodes makes the nightly backup, and removes old ones", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  await newClient(await (await newTestApp({ db })).newOrganization());
  const folder = await backupFolder(t);
  const night = nightsFrom(Date.now());
  let now = night(0);
  const settings = { BACKUP_DIR: folder, BACKUP_KEEP: "2d" };
  const nodes = [1, 2, 3].map(() => startNode(t, database, { now: () => now, settings }));
  for (let nights = 0; nights < 4; nights++) {
    now = night(nights);
    await waitFor(async () =>
      (await listBackups(db, 9)).some((row) => Date.parse(row.finished_at ?? "") === now.getTime()),
    );
  }
  const files = [3, 2].map(
    (nights) => `stint-${night(nights).toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`,
  );
  await waitFor(async () => (await listBackups(db, 9)).length === 2);
  assert.deepEqual((await readdir(folder)).toSorted(), files.toSorted());
  const rows = await listBackups(db, 9);
  assert.deepEqual(
    rows.map(({ file, error, scheduled_at: at }) => [file, error, at?.slice(11)]),
    files.map((file) => [file, null, "03:00:00Z"]),
  );
  const [newest] = files;
  const { summary } = await checkBackup(join(folder, newest ?? ""));
  assert.equal(summary.tables.find(({ name }) => name === "clients")?.rows, 1);
  assert.equal(
    nodes.flatMap(({ logged }) => logged).filter(({ message }) => message === "a backup was made").length,
    4,
  );
  assert.equal(await nodes[0]?.gauge("last_success_seconds"), night(3).getTime() / 1000);
  assert.equal(await nodes[0]?.gauge("failed"), 0);
});

test("a failed backup is reported, retried an hour later, and removes no older one", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  const folder = join(await backupFolder(t), "backups");
  await writeFile(folder, "a file in the way");
  const night = nightsFrom(Date.now());
  let now = night(0);
  const node = startNode(t, database, { now: () => now, settings: { BACKUP_DIR: folder } });
  const [failed] = await untilEnded(db, 1);
  assert.match(failed?.error ?? "", /EEXIST|ENOTDIR/);
  assert.equal(failed?.bytes, null);
  assert.equal(await node.gauge("failed"), 1);
  assert.ok(Number.isNaN(await node.gauge("last_success_seconds")));
  await waitFor(() => node.logged.length > 0);
  const told = node.logged.map(({ level, facts }) => [
    level,
    (facts as LoggedFailure).job,
    (facts as LoggedFailure).err.message,
  ]);
  assert.deepEqual(told, [["error", "backup", `the backup into ${folder} failed; it will be retried in an hour`]]);

  // The backup is not retried for an hour, although the folder is usable again.
  await rm(folder);
  assert.equal((await listBackups(db, 9)).length, 1);
  now = new Date(now.getTime() + 3_600_000);
  const rows = await untilEnded(db, 2);
  assert.equal(rows.length, 2);
  assert.ok((rows[0]?.bytes ?? 0) > 0);
  assert.equal(await node.gauge("failed"), 0);
});

test("a requested backup is made at once and verified, and only one at a time", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  const folder = await backupFolder(t);
  const settings = { BACKUP_DIR: folder, BACKUP_AT: "off", BACKUP_VERIFY: "on" };
  const [node, other] = [1, 2].map(() => startNode(t, database, { now: () => new Date(), settings }));
  assert.equal(await node?.backups?.runNow(), "begun");
  assert.equal(await node?.backups?.runNow(), "under_way");
  assert.equal(await other?.backups?.runNow(), "under_way");
  const [row] = await untilEnded(db, 1);
  assert.deepEqual([row?.error, row?.scheduled_at], [null, null]);
  assert.notEqual(row?.verified_at, null);
  assert.deepEqual(await readdir(folder), [row?.file]);
});

test("a backup is in progress until its service is killed, and failed afterwards", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  const owner = await (await newTestApp({ db })).newOrganization();
  const folder = await backupFolder(t);
  const settings = { BACKUP_DIR: folder, BACKUP_AT: "off", BACKUP_VERIFY: "off" };
  const service = await startServiceProcess(t, database, settings);
  const other = startNode(t, database, { now: () => new Date(), settings });
  const held = await hold(db, sql`lock table clients in access exclusive mode`);
  const headers = { authorization: `Bearer ${owner.apiKey}` };
  const answer = await fetch(`${service.url}/v1/installation/backups`, { method: "POST", headers });
  assert.equal(answer.status, 200, await answer.text());
  await held.untilItBlocks(1);
  const newest = async () => (await other.backups?.list())?.[0];
  assert.deepEqual([(await newest())?.finished_at, (await newest())?.error], [null, null]);
  assert.equal(await other.backups?.runNow(), "under_way");
  await service.kill();
  await waitFor(async () => (await newest())?.finished_at !== null);
  const ended = await newest();
  assert.deepEqual([ended?.error, ended?.bytes], ["The service stopped while it was making this backup.", null]);
  assert.equal(await other.gauge("failed"), 1);
  assert.ok(other.logged.some(({ message }) => message.startsWith("a backup was not completed")));
  await held.commit();
  assert.equal(await other.backups?.runNow(), "begun");
  await waitFor(async () => ((await newest())?.bytes ?? 0) > 0);
});

test("a stopping service ends the current backup as failed", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  const folder = await backupFolder(t);
  const settings = { BACKUP_DIR: folder, BACKUP_AT: "off", BACKUP_VERIFY: "off" };
  const node = startNode(t, database, { now: () => new Date(), settings });
  const held = await hold(db, sql`lock table clients in access exclusive mode`);
  await node.backups?.runNow();
  await held.untilItBlocks(1);
  await node.stop();
  await held.commit();
  const [row] = await listBackups(db, 9);
  assert.deepEqual([row?.bytes, row?.error], [null, "The service is stopping: the backup was not completed."]);
  assert.notEqual(row?.finished_at, null);
  assert.deepEqual(await readdir(folder), []);
});

test("no backup is started without enough disk space, and the older one stays", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  const folder = await backupFolder(t);
  const settings = { BACKUP_DIR: folder, BACKUP_AT: "off", BACKUP_VERIFY: "off" };
  // Each backup is made on a different day, because only the newest backup of a day is kept.
  const night = nightsFrom(Date.now());
  let now = night(0);
  const node = startNode(t, database, { now: () => now, settings });
  await runNow(node);
  const [good] = await untilEnded(db, 1);
  const { bavail, bsize } = await statfs(folder);
  // Pretend that the last backup filled all the free space, so the next one does not fit.
  await db.query(sql`update backups set bytes = ${bavail * bsize}`);
  now = night(1);
  await runNow(node);
  const [refused] = await untilEnded(db, 2);
  assert.equal(refused?.bytes, null);
  assert.match(
    refused?.error ?? "",
    new RegExp(`^${folder} has \\d+ MB free; a backup needs \\d+ MB, and 400 MB must stay free\\.$`),
  );
  assert.deepEqual(await readdir(folder), [good?.file]);
  await db.query(sql`update backups set bytes = ${good?.bytes} where bytes is not null`);
  now = night(2);
  await runNow(node);
  assert.notEqual((await untilEnded(db, 3))[0]?.bytes, null);
});

test("the next backup removes the remains of killed ones, and nothing of a running one", async (t) => {
  const database = await createDatabase();
  const folder = await backupFolder(t);
  const own = "stint-2026-01-01T03-00-00Z.backup";
  const writer = await database.db.connect();
  const running = await writeBackup(writer, join(folder, own), new Date());
  const [left, foreign] = [`${own}.partial-ba9876543210`, "a.partial-0123456789ab"];
  for (const name of [left, foreign]) await writeFile(join(folder, name), "");
  const settings = { BACKUP_DIR: folder, BACKUP_AT: "off", BACKUP_VERIFY: "off" };
  const node = startNode(t, database, { now: () => new Date(), settings });
  await node.backups?.runNow();
  const [row] = await untilEnded(database.db, 1);
  assert.deepEqual((await readdir(folder)).toSorted(), [foreign, basename(running.path), String(row?.file)].toSorted());
  await running.discard();
  writer.release(true);
});

test("an installation is not backed up before its first night, and not without a folder", async (t) => {
  const database = await createDatabase();
  const folder = await backupFolder(t);
  // The scheduled time was an hour ago, before this database was created.
  const at = `${new Date(Date.now() - 3_600_000).toISOString().slice(11, 16)} UTC`;
  const settings = { BACKUP_DIR: join(folder, "new"), BACKUP_AT: at };
  const node = startNode(t, database, { now: () => new Date(), settings });
  assert.notEqual(node.backups, undefined);
  // Wait for a backup by a second node. The first node polls in the meantime, so it would have begun its own backup.
  await mkdir(join(folder, "asked"));
  const asked = startNode(t, database, {
    now: () => new Date(),
    settings: { BACKUP_DIR: join(folder, "asked"), BACKUP_AT: "off" },
  });
  await asked.backups?.runNow();
  const rows = await untilEnded(database.db, 1);
  assert.deepEqual(
    rows.map((row) => row.scheduled_at),
    [null],
  );
  assert.deepEqual(await readdir(folder), ["asked"]);
  assert.equal(startNode(t, database, { now: () => new Date() }).backups, undefined);
  await save(database.db, join(folder, "by-hand.backup"));
});
