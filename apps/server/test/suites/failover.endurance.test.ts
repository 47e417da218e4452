import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type pg from "pg";
import { openDatabase } from "#commands/open/open-service.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { loadConfig } from "#platform/config/config.ts";
import { remoteConnection } from "#platform/database/connection/connection.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { isTemporarilyUnavailable, UnknownCommitError } from "#platform/database/database-errors.ts";
import type { ConnectionConfig } from "#platform/database/connection/session-client.ts";
import { startProxy } from "#test/databases/database-proxy.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { waitFor } from "#test/databases/hold.ts";
import { promote, serverPair } from "#test/databases/standby.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

// The order of these tests matters: the last one promotes the standby.

function open(
  t: TestContext,
  connection: ConnectionConfig,
  applicationName = "stint-test",
  resolveCommitMs = 60_000,
): DatabasePool {
  const db = openPool({ connection, poolSize: 4, applicationName, resolveCommitMs });
  t.after(() => db.end());
  return db;
}

const urlOf = (...servers: pg.ClientConfig[]) =>
  `postgres://stint@${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}/stint`;

const remote = (url: string) => remoteConnection({ url, ssl: undefined, sslCaFile: undefined });

test("the one of several hosts that accepts writes is used, and statements are cancelled there", async (t) => {
  const { primary, standby } = await serverPair();
  const [one, other] = [await startProxy(t, standby), await startProxy(t, primary)];
  const db = open(t, remote(`${urlOf(one.connection, other.connection)}?target_session_attrs=read-write`));
  await db.query(sql`create table host_test (id integer)`);
  const controller = new AbortController();
  const sleeping = assert.rejects(db.query(sql`select pg_sleep(600)`, { signal: controller.signal }), {
    name: "AbortError",
  });
  const running = sql`select pid from pg_stat_activity where query ~ '^select pg_sleep' and state = 'active'`;
  await waitFor(async () => (await db.query(running)).length === 1);
  controller.abort();
  await sleeping;
  assert.deepEqual(await db.query(running), []);

  other.isDown = true;
  other.cutAll();
  await assert.rejects(db.query(sql`select 1`), (error: Error) => {
    assert.ok(isTemporarilyUnavailable(error));
    return /terminated|no server accepts writes/.test(error.message);
  });
  await assert.rejects(db.query(sql`select 1`), {
    message: new RegExp(
      `^no server accepts writes: 127.0.0.1:${one.connection.port} is a standby; ` +
        `127.0.0.1:${other.connection.port} does not respond \\(.+\\)$`,
    ),
  });
  one.target = primary;
  assert.deepEqual(await db.query(sql`select 1 as one`), [{ one: 1 }]);
});

test("a standby is refused with a sentence", async (t) => {
  const { standby } = await serverPair();
  const proxy = await startProxy(t, standby);
  const config = loadConfig({ DATABASE_URL: urlOf(proxy.connection) });
  await assert.rejects(openDatabase({ config, say: () => undefined }), (error: Error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /no server accepts writes: 127\.0\.0\.1:\d+ is a standby/);
    return true;
  });
});

/** Selects the sessions of the pool that wait for a standby to confirm their commit. */
const unconfirmed = (applicationName: string) => sql`
  select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = ${applicationName}`;

/** Makes commits wait for a nonexistent standby until `confirm` is called or the test ends. */
async function holdCommits(t: TestContext, connection: pg.ClientConfig): Promise<{ confirm: () => Promise<void> }> {
  const db = openPool({ connection, poolSize: 2, applicationName: "stint-test-probe" });
  const waitForStandby = async (name: string) => {
    await db.query(raw(`alter system set synchronous_standby_names = '${name}'`));
    await db.query(sql`select pg_reload_conf()`);
  };
  await waitForStandby("nobody");
  let isProbing = false;
  let probe: Promise<unknown> | undefined;
  // Sessions do not all notice the new setting at once, so commit repeatedly until a commit waits.
  await waitFor(async () => {
    if (!isProbing) {
      isProbing = true;
      probe = db.query(sql`select pg_logical_emit_message(true, 'probe', '')`).finally(() => (isProbing = false));
    }
    return (await db.query(unconfirmed("stint-test-probe"))).length === 1;
  });
  const confirm = async () => {
    await waitForStandby("");
    await probe;
  };
  t.after(async () => {
    await confirm();
    await db.end();
  });
  return { confirm };
}

test("a COMMIT that no standby has confirmed does not count as done when its connection is lost", async (t) => {
  const { primary } = await serverPair();
  const [truth, db] = [open(t, primary), open(t, primary, "stint-test-lost", 500)];
  await db.query(sql`create table lost_commits (id integer)`);
  const { confirm } = await holdCommits(t, primary);
  const writing = db.transaction((tx) => tx.query(sql`insert into lost_commits values (1)`));
  const unknown = assert.rejects(writing, UnknownCommitError);
  await waitFor(async () => (await truth.query(unconfirmed("stint-test-lost"))).length === 1);
  await truth.query(sql`select pg_terminate_backend(pid) from (${unconfirmed("stint-test-lost")}) lost`);
  await unknown;
  await confirm();
  assert.deepEqual(await truth.query(sql`select id from lost_commits`), [{ id: 1 }]);
});

test("a create whose connection is lost before a standby confirmed it gets its reply once one has", async (t) => {
  const { primary } = await serverPair();
  const [truth, db] = [open(t, primary), open(t, primary, "stint-test-create")];
  const { newOrganization } = await newTestApp({ db });
  const owner = await newOrganization();
  const where = await newProject(owner);
  const { confirm } = await holdCommits(t, primary);
  let isAnswered = false;
  const created = newEntry(owner, where).finally(() => (isAnswered = true));
  await waitFor(async () => (await truth.query(unconfirmed("stint-test-create"))).length === 1);
  const [lost] = await truth.query<{ pid: number }>(unconfirmed("stint-test-create"));
  await truth.query(sql`select pg_terminate_backend(${lost?.pid}::integer)`);
  await waitFor(async () => {
    const [waiting] = await truth.query<{ pid: number }>(unconfirmed("stint-test-create"));
    assert.equal(isAnswered, false);
    return waiting !== undefined && waiting.pid !== lost?.pid;
  });
  await confirm();
  await created;
});

/** Whether the error says that another server ran the transaction, rather than that no server could be reached. */
const isForeign = (error: unknown) =>
  error instanceof UnknownCommitError && /not the one that ran/.test((error.cause as Error).message);

/** Uses up transaction ids by committing `count` transactions. */
const useNumbers = (db: DatabasePool, count: number) =>
  db.query(raw(`do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`));

test("after a crash another transaction with the same number does not settle a lost COMMIT", async (t) => {
  const { primary } = await serverPair();
  const proxy = await startProxy(t, primary);
  const [truth, db] = [open(t, primary), open(t, proxy.connection)];
  const cut = proxy.cutAt("commit\0", "before").then(async () => {
    proxy.isDown = true;
    const [row] = await truth.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    process.kill(row?.pid ?? assert.fail(), "SIGKILL");
    await waitFor(() =>
      useNumbers(truth, 100).then(
        () => true,
        () => false,
      ),
    );
    proxy.isDown = false;
  });
  const writing = db.transaction((tx) => tx.query(sql`select pg_current_xact_id()`));
  await assert.rejects(writing, isForeign);
  await cut;
});

test("after a failover another transaction with the same number does not settle a lost COMMIT", async (t) => {
  const { primary, standby } = await serverPair();
  const proxy = await startProxy(t, primary);
  const db = open(t, proxy.connection);
  await db.query(sql`create table lost_by_failover (id integer)`);
  const cut = proxy.cutAt("commit\0", "after").then(async () => {
    proxy.isDown = true;
    proxy.cutAll();
    proxy.target = standby;
    await promote(standby);
    await useNumbers(open(t, standby), 5_000);
    proxy.isDown = false;
  });
  const writing = db.transaction((tx) => tx.query(sql`insert into lost_by_failover values (1)`));
  await assert.rejects(writing, isForeign);
  await cut;
  assert.deepEqual(await db.query(sql`select 1 from pg_tables where tablename = 'lost_by_failover'`), []);
});
