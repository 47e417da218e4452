import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import pg from "pg";
import { CommandError } from "#commands/command-line/command-error.ts";
import { openDatabase } from "#commands/open/open-service.ts";
import { loadConfig } from "#platform/config/config.ts";
import { raw, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { SessionError } from "#platform/database/database-errors.ts";
import { listen } from "#platform/database/connection/listen.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { startPooler } from "#test/databases/pooler.ts";

/** Creates a database whose default settings differ from those that the service requires. */
async function foreignDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  const name = database.connection.database ?? "";
  for (const setting of ["timezone = 'Europe/Berlin'", "datestyle = 'German'", "statement_timeout = 0"])
    await database.db.query(raw(`alter database ${pg.escapeIdentifier(name)} set ${setting}`));
  return database;
}

const readInstant = sql`select '2026-03-01T09:00:00Z'::timestamptz as at`;

function urlOf({ user = "", host, port, database }: pg.ClientConfig): string {
  return `postgres://${user}@${host}:${port}/${database}`;
}

function open(t: TestContext, connection: pg.ClientConfig) {
  const db = openPool({
    connection,
    poolSize: 2,
    applicationName: "stint-test-pooler",
    settings: { work_mem: "32MB" },
  });
  t.after(() => db.end());
  return db;
}

test("behind a pooler in session mode instants, limits and cancellations work as without one", async (t) => {
  const { connection, db: truth } = await foreignDatabase();
  const pooler = await startPooler(t, connection, "session");
  const db = open(t, pooler.connection);

  assert.deepEqual(await db.query(readInstant), [{ at: "2026-03-01T09:00:00Z" }]);
  const names = ["timezone", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "work_mem"];
  const settings = await db.query<{ value: string }>(
    sql`select current_setting(name) as value from unnest(${names}::text[]) with ordinality as wanted (name, at) order by at`,
  );
  assert.deepEqual(
    settings.map(({ value }) => value),
    ["UTC", "15s", "10s", "30s", "32MB"],
  );
  const controller = new AbortController();
  const sleeping = assert.rejects(db.query(sql`select pg_sleep(600)`, { signal: controller.signal }), {
    name: "AbortError",
  });
  const running = sql`
    select pid from pg_stat_activity where datname = ${connection.database} and query ~ '^select pg_sleep'
       and state = 'active'`;
  await waitFor(async () => (await truth.query(running)).length === 1);
  controller.abort();
  await sleeping;
  assert.deepEqual(await truth.query(running), []);
});

test("an instant from a session that is not in UTC is an error, not another instant", async (t) => {
  const { connection } = await foreignDatabase();
  const pooler = await startPooler(t, connection, "transaction");
  const db = open(t, pooler.connection);
  // `foreign` takes the server session that `db` has set to UTC, so `db` gets a new session, which was never set to
  // UTC.
  const foreign = new pg.Client(pooler.connection);
  await foreign.connect();
  await db.query(sql`select 1`);
  await foreign.query("begin");
  await assert.rejects(
    db.transaction((tx) => tx.query(readInstant)),
    (error: Error) => error instanceof SessionError && /01.03.2026|10:00:00/.test(error.message),
  );
  await foreign.end();
});

test("a pooler in transaction mode is refused with a sentence, and nothing is left locked in its sessions", async (t) => {
  const { connection, db } = await createDatabase({ migrated: false });
  const pooler = await startPooler(t, connection, "transaction");
  const config = loadConfig({ DATABASE_URL: urlOf(pooler.connection) });
  await assert.rejects(openDatabase({ config, say: () => undefined }), (error: Error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /a pooler that changes sessions .*Connect to PostgreSQL directly.*pool_mode = session/);
    return true;
  });
  const locks = sql`
    select 1 from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
  assert.deepEqual(await db.query(locks), []);
  assert.deepEqual(await db.query(sql`select 1 from pg_tables where schemaname = 'public'`), []);

  pooler.mode = "session";
  const database = await openDatabase({ config, say: () => undefined });
  assert.ok(database.migrated.length > 0);
  await database.close();
});

test("a listener is up only while a NOTIFY reaches it", async (t) => {
  const { connection, db } = await createDatabase({ migrated: false });
  const pooler = await startPooler(t, connection, "transaction");
  const heard: string[] = [];
  const listener = await listen({
    connection: pooler.connection,
    applicationName: "stint-test-listen",
    channels: ["api_keys"],
    onNotify: (channel, payload) => heard.push(`${channel} ${payload}`),
    onUp: () => heard.push("up"),
    onDown: () => heard.push("down"),
  });
  t.after(() => listener.stop());
  assert.deepEqual([listener.isUp(), heard], [false, []]);

  pooler.mode = "session";
  await waitFor(() => listener.isUp());
  await db.query(sql`select pg_notify('api_keys', 'org_1')`);
  await waitFor(() => heard.length > 1);
  pooler.losesNotices = true;
  await waitFor(() => !listener.isUp());
  assert.deepEqual(heard, ["up", "api_keys org_1", "down"]);
});
