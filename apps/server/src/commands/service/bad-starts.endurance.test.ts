import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import {
  cannotMount,
  cannotRunAsRoot,
  startPostgresProcess,
  temporaryFolder,
} from "#test/processes/start-postgres-process.ts";
import { urlOf } from "#test/worlds/backups.ts";

const main = resolve(import.meta.dirname, "../main.ts");
const shared = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];
const inherited = { ...Object.fromEntries(shared.map((name) => [name, process.env[name]])), DASHBOARD: "off" };

interface Wrapper {
  through?: string[];
  uid?: number;
}

/** Starts the service and asserts that it exits by itself with status 1 and a readable message. Returns the message. */
async function failedStart(t: TestContext, env: Record<string, string>, { through = [], uid }: Wrapper = {}) {
  const words = [...through, process.execPath, main, "serve"];
  const child = spawn(words[0] ?? "", words.slice(1), {
    env: { ...inherited, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  t.after(() => child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  assert.deepEqual([code, out], [1, ""], err);
  assert.doesNotMatch(err, /\n +at |^stint-server failed/);
  return err;
}

const wrongValues = {
  PORT: "http",
  DATABASE_URL: "mysql://db/stint",
  DATABASE_SSL: "on",
  DATABASE_POOL_SIZE: "1",
  RATE_LIMIT_PER_MINUTE: "0",
  RATE_LIMIT_BURST: "-1",
  SESSION_RATE_LIMIT_PER_MINUTE: "many",
  SESSION_RATE_LIMIT_BURST: "1.5",
  API_KEYS_PER_MEMBER: "0",
  API_KEYS_PER_ORGANIZATION: "0",
  EVENT_STREAMS: "0",
  EVENT_STREAMS_PER_ORGANIZATION: "0",
  EVENT_STREAMS_PER_MEMBER: "0",
  EVENT_STREAMS_PER_KEY: "0",
  SECRET_KEY: "secret",
  WEBHOOK_ALLOW_PRIVATE: "yes",
  WEBHOOK_RETRY_SCHEDULE: "soon",
  BLOG_ARTICLE_URL: "/blog",
  PUBLIC_URL: "time.example.com",
  SMTP_URL: "mail.example.com",
  MAIL_FROM: "nobody",
  DASHBOARD: "yes",
  BACKUP_AT: "night",
  BACKUP_KEEP: "forever",
  BACKUP_VERIFY: "yes",
  BACKUP_OWNERS: "some",
  LOG_FORMAT: "xml",
  LOG_LEVEL: "loud",
  IMPORTS_UNFINISHED: "0",
  IMPORTS_MB: "0",
  IMPORTS_KEPT_DAYS: "0",
  DRAIN_SECONDS: "301",
  TRUST_PROXY: "proxy",
  SHARED_LINK_MAX_DAYS: "0",
  OIDC_ISSUER: "http://id.example.com",
  OIDC_JOIN: "Example",
  OIDC_ROLES: "admins",
  OIDC_TEAMS: "design",
  OIDC_JOIN_DOMAINS: "@",
  OIDC_REMOVE: "yes",
  OIDC_SESSION_HOURS: "0",
};

test("wrong settings are all named with what they must be, and no data folder is created", async (t) => {
  const DATA_DIR = join(await temporaryFolder(t), "data");
  const err = await failedStart(t, { DATA_DIR, ...wrongValues });
  for (const name of Object.keys(wrongValues)) assert.match(err, new RegExp(`^ {2}.*\\b${name}\\b.* must `, "m"));
  assert.equal(existsSync(DATA_DIR), false);
});

test("a certificate file that does not exist is named", async (t) => {
  const err = await failedStart(t, { DATABASE_URL: "postgres://127.0.0.1:1/x", DATABASE_SSL_CA: "/nowhere/ca.pem" });
  assert.match(err, /^DATABASE_SSL_CA cannot be read: ENOENT.*'\/nowhere\/ca\.pem'\. Set it to /);
});

test("a database that never replies is given up", async (t) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const err = await failedStart(t, { DATABASE_URL: `postgres://stint:hunter2@127.0.0.1:${port}/stint` });
  assert.match(err, /^The database cannot be reached: .*timeout.* Check DATABASE_URL/);
  assert.ok(!err.includes("hunter2"));
});

test("a database that a newer version has migrated is left as it is", async (t) => {
  const { connection, db } = await createDatabase();
  await db.query(sql`insert into schema_migrations (version, name, checksum) values (9999, 'later', 'x')`);
  const state = () => db.query(sql`select * from schema_migrations order by version`);
  const before = await state();
  const err = await failedStart(t, { DATABASE_URL: urlOf(connection) });
  assert.match(
    err,
    /^The database was migrated by a newer version of Stint \(it has 9999_later\)\. Start that version, or restore/,
  );
  assert.deepEqual(await state(), before);
});

test("a port in use is named, and how to choose another one", async (t) => {
  const { connection } = await createDatabase();
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const err = await failedStart(t, { DATABASE_URL: urlOf(connection), PORT: String(port) });
  assert.equal(
    err,
    `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another one.\n`,
  );
});

/** Runs the command in a separate mount namespace; `$1` is the folder. */
const mounted = (folder: string, script: string): Wrapper => ({
  through: ["unshare", "-m", "sh", "-c", `${script} && shift && exec "$@"`, "sh", folder],
});

test(
  "data on a disk that is read-only, full, or another user's is refused with its folder",
  { skip: cannotRunAsRoot() || cannotMount() },
  async (t) => {
    const place = await temporaryFolder(t);
    const DATA_DIR = join(place, "data");
    const owner = startPostgresProcess(t, { dataDir: DATA_DIR });
    await owner.started();
    // Only the user who runs the database can share it.
    const foreign = await failedStart(t, { DATA_DIR }, { uid: 65533 });
    assert.match(
      foreign,
      new RegExp(`cannot use the data folder ${DATA_DIR}: .*Start Stint as the folder's owner`, "s"),
    );
    await owner.stop();

    const readOnly = mounted(place, 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"');
    for (const folder of [DATA_DIR, join(place, "new")]) {
      const err = await failedStart(t, { DATA_DIR: folder }, readOnly);
      assert.match(err, new RegExp(`cannot use the data folder ${folder}: .*read-only file system`, "is"));
    }

    const disk = join(place, "disk");
    const full = mounted(
      place,
      'mkdir -p "$1/disk" && mount -t tmpfs -o size=200m tmpfs "$1/disk" && cp -a "$1/data" "$1/disk/data" && { dd if=/dev/zero of="$1/disk/fill" bs=64k 2>/dev/null || true; }',
    );
    const err = await failedStart(t, { DATA_DIR: join(disk, "data") }, full);
    assert.match(
      err,
      new RegExp(`^The data folder ${disk}/data cannot be locked: .* is full\\. Free space on its disk`),
    );

    const again = startPostgresProcess(t, { dataDir: DATA_DIR });
    await again.started();
    await again.stop();
  },
);
