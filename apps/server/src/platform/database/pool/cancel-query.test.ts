import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startProxy } from "#test/databases/database-proxy.ts";
import { waitFor } from "#test/databases/hold.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "./open-pool.ts";
import { CancelledError } from "#platform/concurrency/errors.ts";

async function onePool(t: TestContext, connection: pg.PoolConfig): Promise<DatabasePool> {
  const db = openPool({ connection, poolSize: 1, applicationName: "stint-test-one", statementTimeoutMs: 3_600_000 });
  t.after(() => db.end());
  return db;
}

async function pidOf(db: DatabasePool): Promise<number | undefined> {
  return (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
}

/**
 * Resolves once the session runs a statement that contains this text; with `isRunning` false, once it no longer does.
 */
async function untilRuns(pid: number | undefined, text: string, isRunning: boolean): Promise<void> {
  const { db } = await sharedDatabase();
  const running = sql`
    select 1 from pg_stat_activity where pid = ${pid} and state = 'active' and query like ${`%${text}%`}`;
  await waitFor(async () => (await db.query(running)).length === (isRunning ? 1 : 0));
}

test("an aborted statement is ended in the database, and its connection is used again", async (t) => {
  const { connection } = await sharedDatabase();
  const db = await onePool(t, connection);
  const pid = await pidOf(db);
  const controller = new AbortController();
  const sleeping = db.query(sql`select pg_sleep(3600)`, { signal: controller.signal });
  await untilRuns(pid, "pg_sleep", true);
  controller.abort(new Error("the client disconnected"));
  await assert.rejects(sleeping, (error: unknown) => {
    assert.ok(error instanceof CancelledError);
    assert.deepEqual([error.name, error.code], ["AbortError", "ABORT_ERR"]);
    return true;
  });
  await untilRuns(pid, "pg_sleep", false);
  assert.equal(await pidOf(db), pid);
});

test("a signal that is aborted already runs nothing", async () => {
  const { db } = await sharedDatabase();
  await db.query(sql`create sequence cancelled_calls`);
  const signal = AbortSignal.abort("early");
  await assert.rejects(
    db.query(sql`select nextval('cancelled_calls')`, { signal }),
    (error: Error) => error instanceof CancelledError && error.cause === "early",
  );
  assert.deepEqual(await db.query(sql`select nextval('cancelled_calls')::integer as value`), [{ value: 1 }]);
  await db.query(sql`drop sequence cancelled_calls`);
});

test("a signal that is aborted while no connection is free runs nothing", async (t) => {
  const { connection } = await sharedDatabase();
  const db = await onePool(t, connection);
  const client = await db.connect();
  const controller = new AbortController();
  const waiting = db.query(sql`select pg_sleep(3600)`, { signal: controller.signal });
  controller.abort();
  client.release();
  await assert.rejects(waiting, CancelledError);
  assert.equal(typeof (await pidOf(db)), "number");
});

test("a signal that is not aborted changes nothing", async (t) => {
  const { connection } = await sharedDatabase();
  const db = await onePool(t, connection);
  const { signal } = new AbortController();
  assert.deepEqual(await db.query(sql`select ${7}::bigint as value`, { signal }), [{ value: 7 }]);
  const pid = await pidOf(db);
  await assert.rejects(
    db.query(sql`select 1 / 0`, { signal }),
    (error: unknown) => error instanceof pg.DatabaseError && error.code === "22012",
  );
  assert.equal(await pidOf(db), pid);
});

test("a cancellation never hits the connection's next statement", async (t) => {
  const { connection } = await sharedDatabase();
  const db = await onePool(t, connection);
  let cancelled = 0;
  for (let round = 0; round < 100; round++) {
    const controller = new AbortController();
    const aborted = db.query(sql`select pg_sleep(0.004)`, { signal: controller.signal }).catch((error: unknown) => {
      assert.ok(error instanceof CancelledError, String(error));
      cancelled++;
    });
    const innocent = db.query(sql`select pg_sleep(0.004), 'innocent'`);
    await pause(round % 8);
    controller.abort();
    await Promise.all([aborted, innocent]);
  }
  t.diagnostic(`${cancelled} of 100 were cancelled`);
});

test("a connection whose statement cannot be cancelled is destroyed", async (t) => {
  const { connection, db: other } = await sharedDatabase();
  const proxy = await startProxy(t, connection);
  const db = await onePool(t, proxy.connection);
  const pid = await pidOf(db);
  // Terminates the sleeping session: clients that read changes wait for the oldest statement, which would be this one.
  t.after(() => other.query(sql`select pg_terminate_backend(${pid})`));
  const controller = new AbortController();
  const sleeping = db.query(sql`select pg_sleep(3600)`, { signal: controller.signal });
  await untilRuns(pid, "pg_sleep", true);
  proxy.isDown = true;
  controller.abort();
  await assert.rejects(sleeping, CancelledError);
  proxy.isDown = false;
  assert.notEqual(await pidOf(db), pid);
});
