import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { sql } from "#platform/database/database.ts";
import { backupFolder, save, urlOf } from "#test/worlds/backups.ts";
import { fillEverything } from "#test/worlds/fill-everything.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { verifyBackup } from "./verify-backup.ts";

const main = resolve(import.meta.dirname, "../../../bin/stint-server.js");
const shared = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];
const inherited = Object.fromEntries(shared.map((name) => [name, process.env[name]]));

function run(args: string[], env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) =>
    execFile(process.execPath, [main, ...args], { env: { ...inherited, ...env } }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  );
}

test("an installation moves from the embedded database to an external PostgreSQL and back, with its key", async (t) => {
  const folder = await backupFolder(t);
  // Gives PostgreSQL's user access to the folder.
  await chmod(folder, 0o755);
  const [first, second, passphrase] = [join(folder, "1.backup"), join(folder, "2.backup"), join(folder, "passphrase")];
  await writeFile(passphrase, "correct horse battery staple\n");
  const embedded = { DATA_DIR: join(folder, "data") };
  const made = await run(["org", "create", "--name", "A", "--owner-email", "a@example.com"], embedded);
  assert.equal(made.code, 0, made.err);
  const key = Buffer.alloc(32, 5).toString("base64");
  await writeFile(join(embedded.DATA_DIR, "secret-key"), `${key}\n`);

  const saved = await run(["backup", first, "--passphrase-file", passphrase, "--json"], embedded);
  assert.equal(saved.code, 0, saved.err);
  const report = JSON.parse(saved.out);
  assert.deepEqual(
    [report.file, report.bytes, report.secretKey, report.verified, report.tables.organizations],
    [first, (await stat(first)).size, true, false, 1],
  );
  assert.equal((await stat(first)).mode & 0o777, 0o600);
  const { n, r, p } = (await checkBackup(first)).head.secretKey ?? { n: 0, r: 0, p: 0 };
  assert.deepEqual({ n, r, p }, { n: 2 ** 15, r: 8, p: 3 });
  const checked = await run(["backup", "--check", first, "--json"], {});
  const { verified: _verified, ...same } = report;
  assert.deepEqual([checked.code, JSON.parse(checked.out)], [0, same]);

  const own = { DATABASE_URL: urlOf((await createDatabase({ migrated: false })).connection) };
  const keyFile = join(folder, "key");
  const moved = await run(["restore", first, "--passphrase-file", passphrase, "--secret-key-file", keyFile], own);
  assert.equal(moved.code, 0, moved.err);
  assert.match(moved.out, /^\S+1\.backup from \S+ is restored: \d+ rows\.\n/);
  assert.equal((await run(["org", "list"], own)).out, (await run(["org", "list"], embedded)).out);
  const there = { ...own, SECRET_KEY: (await readFile(keyFile, "utf8")).trim() };
  assert.equal((await run(["backup", second, "--passphrase-file", passphrase], there)).code, 0);

  const back = { DATA_DIR: join(folder, "back") };
  const returned = await run(["restore", second, "--passphrase-file", passphrase, "--json"], back);
  assert.equal(returned.code, 0, returned.err);
  assert.deepEqual(JSON.parse(returned.out).secretKey, "written");
  assert.equal(await readFile(join(back.DATA_DIR, "secret-key"), "utf8"), `${key}\n`);
  assert.equal((await run(["doctor"], back)).code, 0);

  const refused = await run(["restore", second], back);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^The database is not empty: /);
  assert.equal(refused.out, "");
});

test("commands report what is wrong with a file or an option, and create no data folder for it", async (t) => {
  const folder = await backupFolder(t);
  const DATA_DIR = join(folder, "data");
  const file = join(folder, "a.backup");
  await writeFile(file, "no backup");
  for (const [args, message, status = 1] of [
    [["restore", file], /is not a Stint backup, or its beginning is damaged/],
    [["restore", join(folder, "missing")], /^The backup cannot be read: ENOENT/],
    [
      ["restore", file, "--webhooks", "some"],
      /^--webhooks must be "new", "all" or "off", not "some"\.\n {2}restore FILE/,
      2,
    ],
    [["restore"], /^A path is missing\.\n {2}restore FILE/, 2],
    [["backup", "--check", file], /is not a Stint backup/],
    [["restore", file, "--passphrase-file", file], /is shorter than 12 characters/],
  ] as const) {
    const { code, out, err } = await run([...args], { DATA_DIR });
    assert.deepEqual([code, out], [status, ""], args.join(" "));
    assert.match(err, message);
    assert.equal(existsSync(DATA_DIR), false, args.join(" "));
  }
});

test("--verify restores and recounts, and puts no file in place if the data is inconsistent", async (t) => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  await fillEverything(world, await world.newOrganization());
  const folder = await backupFolder(t);
  const path = join(folder, "a.backup");
  const { verified } = await save(db, path, { verify: true });
  assert.deepEqual([verified, await readdir(folder)], [true, ["a.backup"]]);

  await rm(path);
  await db.query(sql`update time_sums set seconds = seconds + 1 where cube = 'all'`);
  await assert.rejects(save(db, path, { verify: true }), /the doctor finds differences in the saved data; no file/);
  assert.deepEqual(await readdir(folder), []);
  const kept = await save(db, path, { verify: "wanted" });
  assert.match(kept.unverified ?? "", /the doctor finds differences in the saved data; the file was kept/);
  assert.deepEqual(await readdir(folder), ["a.backup"]);
  await rm(path);

  await save(db, path);
  const whole = await readFile(path);
  whole[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1;
  await writeFile(path, whole);
  await assert.rejects(verifyBackup(path, { err: () => {} }), /is damaged/);
});
