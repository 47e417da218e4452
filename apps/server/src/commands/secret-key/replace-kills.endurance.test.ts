import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { raw, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { migrate } from "#platform/database/migrate.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import { checkSecretKey } from "#platform/secrets/check-secret-key.ts";
import { hasSealed } from "#commands/open/open-secret-key.ts";
import { createDatabase, migrations, type TestDatabase } from "#test/databases/test-database.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { killRounds } from "#test/processes/kill-rounds.ts";
import { checkoutDir, temporaryFolder } from "#test/processes/start-postgres-process.ts";
import { urlOf } from "#test/worlds/backups.ts";
import { fillWithSecrets } from "#test/worlds/sealed-world.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";

const main = resolve(import.meta.dirname, "../main.ts");
const shared = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];
const inherited = { ...Object.fromEntries(shared.map((name) => [name, process.env[name]])), DASHBOARD: "off" };
const newKey = randomBytes(32);
const words = ["secret-key", "replace", "--forget-sealed", "--json"];

function start(t: TestContext, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...said }));
  const kill = async () => {
    child.kill("SIGKILL");
    return ended;
  };
  return { ended, kill };
}

const settings = ({ connection }: Pick<TestDatabase, "connection">) => ({
  DATABASE_URL: urlOf(connection),
  SECRET_KEY: newKey.toString("base64"),
});

/** Returns hashes of everything that the command can change. */
async function readState({ db }: Pick<TestDatabase, "db">): Promise<string> {
  const tables = [
    "secret_check",
    "replaced_secret_keys",
    "webhooks",
    "deliveries",
    "credentials",
    "subscribed_calendars",
    "changes",
  ];
  const states = [...tables, "idempotent_replies"].map((table) =>
    db.query(sql`select md5(string_agg(t::text, ',' order by t::text)) as state from ${raw(table)} t`),
  );
  return JSON.stringify(await Promise.all(states));
}

async function untilSessionsEnded({ db }: Pick<TestDatabase, "db">): Promise<void> {
  const sessions = sql`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'stint'`;
  await waitFor(async () => (await db.query(sessions)).length === 0);
}

const check = ({ db }: Pick<TestDatabase, "db">, key: Buffer) => checkSecretKey(db, key, () => hasSealed(db));

async function isDone(database: Pick<TestDatabase, "db">): Promise<boolean> {
  return !(await hasSealed(database.db));
}

test("a replacement that is killed at any of its statements changes nothing", async (t) => {
  const database = await createDatabase();
  await fillWithSecrets(database);
  const before = await readState(database);
  // Pauses the command at each table, in the order in which it locks them.
  for (const table of [
    "secret_check",
    "webhooks",
    "changes",
    "deliveries",
    "credentials",
    "subscribed_calendars",
    "idempotent_replies",
    "replaced_secret_keys",
  ]) {
    // Readers are not blocked, because the command counts rows before it writes.
    const held = await hold(database.db, sql`lock table ${raw(table)} in exclusive mode`);
    const command = start(t, words, settings(database));
    await held.untilItBlocks(1);
    const { out } = await command.kill();
    assert.equal(out, "", table);
    await held.rollback();
    await untilSessionsEnded(database);
    assert.equal(await readState(database), before, table);
    await check(database, testSecretKey);
  }
  const { code, out, err } = await start(t, words, settings(database)).ended;
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).webhooks.length, 4);
  assert.ok(await isDone(database));
});

test("a replacement that is killed at any time is whole or has not happened", async (t) => {
  let done = 0;
  let ms: number | undefined;
  // The first run is not killed, because it measures how long a run takes.
  for (let round = 0; round <= killRounds; round++) {
    const database = await createDatabase();
    await fillWithSecrets(database);
    const before = await readState(database);
    const startedAt = performance.now();
    const command = start(t, words, settings(database));
    if (ms === undefined) {
      await command.ended;
      ms = performance.now() - startedAt;
    } else {
      const killAfterMs = ms * (0.5 + (0.5 * (round - 1 + Math.random())) / killRounds);
      await Promise.race([command.ended, pause(killAfterMs, undefined, { ref: false })]);
      await command.kill();
    }
    await untilSessionsEnded(database);
    if (await isDone(database)) {
      done++;
      await assert.rejects(check(database, testSecretKey), /was replaced on/);
      assert.match((await start(t, words, settings(database)).ended).err, /nothing has to be forgotten.*audit logs/);
    } else {
      assert.equal(await readState(database), before);
      await check(database, testSecretKey);
      assert.equal((await start(t, words, settings(database)).ended).code, 0);
    }
    await check(database, newKey);
  }
  t.diagnostic(`${done} of ${killRounds + 1} had finished`);
});

test("killed between the key's file and the database, a second run uses the same file", async (t) => {
  const DATA_DIR = join(await temporaryFolder(t), "data");
  const keyFile = join(DATA_DIR, "secret-key");
  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR, checkoutDir, say: () => undefined });
  t.after(server.stop);
  const db = openPool({ connection: server.connection, poolSize: 4, applicationName: "stint-test" });
  t.after(db.end);
  await migrate(db, migrations);
  await fillWithSecrets({ db });

  const lost = await start(t, ["serve"], { DATA_DIR, PORT: "0" }).ended;
  assert.equal(lost.code, 1);
  assert.match(
    lost.err,
    /secret-key is missing, .* If the key is lost for good, `npx stint-server secret-key replace`/,
  );
  assert.equal(existsSync(keyFile), false);
  const refused = await start(t, words.slice(0, 2), { DATA_DIR }).ended;
  assert.deepEqual([refused.code, refused.out], [1, ""]);
  assert.equal(existsSync(keyFile), false);

  const held = await hold(db, sql`lock table secret_check in exclusive mode`);
  const command = start(t, words, { DATA_DIR });
  await held.untilItBlocks(1);
  const made = await readFile(keyFile, "utf8");
  await command.kill();
  await held.rollback();
  await untilSessionsEnded({ db });

  const other = await start(t, ["serve"], { DATA_DIR, PORT: "0" }).ended;
  assert.equal(other.code, 1);
  assert.match(other.err, /SECRET_KEY is not the key that encrypts the secrets/);
  await untilSessionsEnded({ db });
  const { code, out, err } = await start(t, words, { DATA_DIR }).ended;
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).keyFile, keyFile);
  assert.equal(await readFile(keyFile, "utf8"), made);
  await check({ db }, Buffer.from(made, "base64"));

  await rm(keyFile);
  const SECRET_KEY = testSecretKey.toString("base64");
  const old = await start(t, ["serve"], { DATA_DIR, PORT: "0", SECRET_KEY }).ended;
  assert.equal(old.code, 1);
  assert.match(old.err, /^SECRET_KEY is a key that was replaced on \d{4}-\d\d-\d\d, .*\n$/);
});
