import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { makeSocketDir, prepareDataFolder } from "./prepare-data-folder.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import {
  cannotMount,
  cannotRunAsRoot,
  checkoutDir,
  startPostgresProcess,
  temporaryFolder,
  withTmpfs,
} from "#test/processes/start-postgres-process.ts";

const silent = { checkoutDir, say: () => undefined, ephemeral: false };
const refused = (message: RegExp) => ({ name: "EmbeddedPostgresError", message });

async function folderWith(folder: string, files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

test("the data of another major version is refused with a solution", async (t) => {
  const dataDir = await folderWith(await temporaryFolder(t), { "postgres/PG_VERSION": "17\n" });
  const message = /written by PostgreSQL 17; this version of Stint includes PostgreSQL 18.*export.*DATA_DIR/;
  await assert.rejects(startEmbeddedPostgres({ ...silent, dataDir }), refused(message));
});

test("a folder with other contents is refused and left unchanged", async (t) => {
  const dataDir = await folderWith(await temporaryFolder(t), { "notes.txt": "mine" });
  const before = await stat(dataDir);
  await assert.rejects(prepareDataFolder({ ...silent, dataDir }), refused(/not empty.*'notes.txt'.*DATA_DIR/));
  assert.equal((await stat(dataDir)).uid, before.uid);
  assert.deepEqual(await readdir(dataDir), ["notes.txt"]);

  await assert.rejects(
    prepareDataFolder({ ...silent, dataDir: join(dataDir, "notes.txt") }),
    refused(/cannot use the data folder.*ENOTDIR/),
  );
  for (const impossible of [join(dataDir, "notes.txt", "data"), join(dataDir, "x".repeat(300))])
    await assert.rejects(
      prepareDataFolder({ ...silent, dataDir: impossible }),
      refused(/data folder cannot be .*DATA_DIR/),
    );
  const damaged = await folderWith(await temporaryFolder(t), { "postgres/base/1/1": "" });
  await assert.rejects(prepareDataFolder({ ...silent, dataDir: damaged }), refused(/has no database.*backup/));
});

test("a fresh volume and our own files count as empty", async (t) => {
  const dataDir = await folderWith(await temporaryFolder(t), { "secret-key": "k", "lost+found/x": "" });
  await mkdir(join(dataDir, "postgres"));
  const { pgData } = await prepareDataFolder({ ...silent, dataDir });
  assert.equal(existsSync(pgData), false);
});

test("root hands the folder to the server's user", { skip: cannotRunAsRoot() }, async (t) => {
  const dataDir = await folderWith(await temporaryFolder(t), { "postgres/PG_VERSION": "18\n", "postgres/base/1": "" });
  const { user } = await prepareDataFolder({ ...silent, dataDir });
  assert.notEqual(user.uid, 0);
  for (const path of [".", "postgres", "postgres/base/1", "run", "run/alive"]) {
    assert.equal((await stat(join(dataDir, path))).uid, user.uid, path);
  }
});

test(
  "a folder below one that the server's user cannot enter is refused with its path",
  { skip: cannotRunAsRoot() },
  async (t) => {
    const closed = join(await temporaryFolder(t), "closed");
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, "new", "data");
    const message = new RegExp(`cannot enter ${closed}, .*DATA_DIR`);
    await assert.rejects(prepareDataFolder({ ...silent, dataDir }), refused(message));
    assert.deepEqual(await readdir(closed), []);

    const link = join(closed, "..", "link");
    await mkdir(dataDir, { recursive: true });
    await symlink(dataDir, link);
    await assert.rejects(prepareDataFolder({ ...silent, dataDir: link }), refused(message));
  },
);

test("a folder that we cannot write to is refused with its path", { skip: cannotRunAsRoot() }, async (t) => {
  const dataDir = await temporaryFolder(t);
  const nobody = { uid: 65534, gid: 65534 };
  const message = /'nobody'.*cannot use the data folder .*Permission denied.*DATA_DIR/s;
  assert.match(await startPostgresProcess(t, { dataDir }, nobody).failure(), message);
  await chmod(dataDir, 0o700);
  assert.match(await startPostgresProcess(t, { dataDir }, nobody).failure(), /cannot use the data folder .*EACCES/s);
});

test("root that may not become another user gets an error", { skip: cannotRunAsRoot() }, async (t) => {
  const through = ["setpriv", "--bounding-set=-setuid,-setgid", "--inh-caps=-setuid,-setgid"];
  const server = startPostgresProcess(t, { dataDir: await temporaryFolder(t) }, { through });
  assert.match(await server.failure(), /cannot start a process as the user 'nobody': .*EPERM.*DATABASE_URL/);
});

test("a full disk is reported in initdb's words", { skip: cannotRunAsRoot() || cannotMount() }, async (t) => {
  const dataDir = await temporaryFolder(t);
  const message = await startPostgresProcess(t, { dataDir }, withTmpfs(dataDir, "20m")).failure();
  assert.match(message, /The disk is nearly full: \d+ MB are free/);
  assert.match(message, /No space left on device/);
});

test("the socket of a long path is in a short private folder, which nobody can have created before", async (t) => {
  const place = await temporaryFolder(t);
  const dataDir = join(place, "long".repeat(25));
  const folder = await prepareDataFolder({ ...silent, dataDir });
  await mkdir(folder.socketDir, { mode: 0o755 });
  await assert.rejects(makeSocketDir(folder), refused(/not a private folder/));
  await rmdir(folder.socketDir);

  const server = startPostgresProcess(t, { dataDir }, inMemoryIfPossible(place));
  assert.equal((await server.started()).connection.host, folder.socketDir);
  assert.equal((await stat(folder.socketDir)).mode & 0o777, 0o700);
  await server.stop();
  assert.equal(existsSync(folder.socketDir), false);
});

test("a path may contain blanks, quotes, commas and dollars", async (t) => {
  const place = await temporaryFolder(t);
  const dataDir = join(place, ` "a", 'b' $HOME \`c\` \\d é`);
  const server = startPostgresProcess(t, { dataDir }, inMemoryIfPossible(place));
  assert.equal((await server.started()).connection.host, join(dataDir, "run"));
  assert.deepEqual(await server.query("select 1 as n"), [{ n: 1 }]);
  await server.stop();
});

// Creating a database in memory can be three times as fast as on disk.
const inMemoryIfPossible = (place: string) => (cannotRunAsRoot() || cannotMount() ? {} : withTmpfs(place));
