import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { waitFor } from "#test/databases/hold.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { type DatabasePool, type Sql, sql } from "#platform/database/database.ts";
import { openPool } from "./open-pool.ts";
import { CancelledError } from "#platform/concurrency/errors.ts";

async function onePool(t: TestContext, statementTimeoutMs = 15_000): Promise<DatabasePool> {
  const { connection } = await sharedDatabase();
  const db = openPool({ connection, poolSize: 1, applicationName: "stint-test-one", statementTimeoutMs });
  t.after(() => db.end());
  return db;
}

async function pidOf(db: DatabasePool): Promise<number | undefined> {
  return (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
}

const numbers = (count: number) => sql`select i::integer from generate_series(1, ${count}::integer) i`;

function hasCode(code: string) {
  return (error: unknown) => error instanceof pg.DatabaseError && error.code === code;
}

function isTimeout(error: Error): boolean {
  return hasCode("57014")(error) && error.message === "canceling statement due to statement timeout";
}

async function drain(db: DatabasePool, statement: Sql, batchSize: number, signal?: AbortSignal): Promise<unknown[]> {
  return Array.fromAsync(db.stream(statement, { batchSize, signal }));
}

test("rows come in order and in batches, of which none is empty", async (t) => {
  const db = await onePool(t);
  for (const [count, sizes] of [
    [0, []],
    [1, [1]],
    [6, [3, 3]],
    [7, [3, 3, 1]],
  ] as const) {
    const batches = await Array.fromAsync(db.stream<{ i: number }>(numbers(count), { batchSize: 3 }));
    assert.deepEqual(
      batches.map((batch) => batch.length),
      sizes,
    );
    assert.deepEqual(
      batches.flat().map(({ i }) => i),
      Array.from({ length: count }, (_, index) => index + 1),
    );
  }
});

test("values arrive as they do from a query", async (t) => {
  const db = await onePool(t);
  const statement = sql`
    select '2026-03-01 10:00:00.5+01'::timestamptz as at, '2026-03-01'::date as day, 9007199254740991::bigint as large,
      null::text as nothing, true as flag, array['a', 'b'] as list, '{"a": 1}'::jsonb as json, ${"x"}::text as given`;
  const rows = await db.query(statement);
  assert.deepEqual(await drain(db, statement, 10), [rows]);
  assert.equal((rows[0] as { at: string }).at, "2026-03-01T09:00:00.500Z");
});

test("a loop that is left gives the connection back as it was", async (t) => {
  const db = await onePool(t);
  const pid = await pidOf(db);
  for (let round = 0; round < 20; round++) {
    for await (const batch of db.stream(numbers(50_000), { batchSize: 10 })) {
      assert.equal(batch.length, 10);
      break;
    }
    assert.equal(await pidOf(db), pid);
  }
  await assert.rejects(async () => {
    for await (const _ of db.stream(numbers(50_000), { batchSize: 10 })) throw new Error("in the loop");
  }, /^Error: in the loop$/);
  assert.equal(await pidOf(db), pid);
});

test("what is never iterated takes no connection", async (t) => {
  const db = await onePool(t);
  db.stream(numbers(10), { batchSize: 10 });
  assert.equal(typeof (await pidOf(db)), "number");
});

test("an abort ends a batch that is being made", async (t) => {
  const { db: other } = await sharedDatabase();
  const db = await onePool(t, 3_600_000);
  const pid = await pidOf(db);
  const controller = new AbortController();
  const sleeping = drain(db, sql`select pg_sleep(3600)`, 10, controller.signal);
  const active = sql`select 1 from pg_stat_activity where pid = ${pid} and state = 'active' and query like '%pg_sleep%'`;
  await waitFor(async () => (await other.query(active)).length === 1);
  controller.abort();
  await assert.rejects(sleeping, CancelledError);
  assert.deepEqual(await other.query(active), []);
  assert.equal(await pidOf(db), pid);
  await assert.rejects(drain(db, numbers(1), 10, controller.signal), CancelledError);
});

test("an abort frees the connection even when no further batch is asked for", async (t) => {
  const db = await onePool(t);
  const pid = await pidOf(db);
  const controller = new AbortController();
  const iterator = db.stream(numbers(100), { batchSize: 10, signal: controller.signal })[Symbol.asyncIterator]();
  assert.equal((await iterator.next()).done, false);
  controller.abort();
  assert.equal(await pidOf(db), pid);
  await assert.rejects(iterator.next(), CancelledError);
  assert.equal(await pidOf(db), pid);
});

test("an abort at any moment leaves a connection that works", async (t) => {
  const db = await onePool(t);
  let cancelled = 0;
  for (let round = 0; round < 60; round++) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), round % 15);
    await drain(db, numbers(4_000), 50, controller.signal).catch((error: unknown) => {
      assert.ok(error instanceof CancelledError, String(error));
      cancelled++;
    });
    assert.deepEqual(await db.query(sql`select pg_sleep(0.002)::text, 1 as one`), [{ pg_sleep: "", one: 1 }]);
  }
  t.diagnostic(`${cancelled} of 60 were cancelled`);
});

test("an error of the statement is thrown, and the connection is used again", async (t) => {
  const db = await onePool(t);
  const pid = await pidOf(db);
  await assert.rejects(drain(db, sql`select nonsense`, 10), hasCode("42703"));
  const batches: unknown[] = [];
  await assert.rejects(async () => {
    const statement = sql`select 1 / (25 - i) as x from generate_series(1, 100) i`;
    for await (const batch of db.stream(statement, { batchSize: 10 })) batches.push(batch);
  }, hasCode("22012"));
  assert.equal(batches.length, 2);
  assert.equal(await pidOf(db), pid);
});

test("a value that JavaScript cannot hold is an error of the stream alone", async (t) => {
  const db = await onePool(t);
  const pid = await pidOf(db);
  const statement = sql`select i + 9007199254740991 as large from generate_series(0::bigint, 100) i`;
  for (const batchSize of [10, 1_000]) await assert.rejects(drain(db, statement, batchSize), RangeError);
  assert.equal(await pidOf(db), pid);
});

test("a connection that dies between two batches is an error, and is replaced", async (t) => {
  const { db: other } = await sharedDatabase();
  const db = await onePool(t);
  const pid = await pidOf(db);
  await assert.rejects(
    async () => {
      for await (const _ of db.stream(numbers(1_000), { batchSize: 10 })) {
        await other.query(sql`select pg_terminate_backend(${pid}::integer)`);
        await waitFor(
          async () => (await other.query(sql`select 1 from pg_stat_activity where pid = ${pid}`)).length === 0,
        );
      }
    },
    (error: unknown) => error instanceof Error && !(error instanceof CancelledError),
  );
  assert.notEqual(await pidOf(db), pid);
});

test("a connection that dies while a loop is left is replaced", async (t) => {
  const { db: other } = await sharedDatabase();
  const db = await onePool(t);
  const pid = await pidOf(db);
  for await (const _ of db.stream(numbers(1_000), { batchSize: 10 })) {
    await other.query(sql`select pg_terminate_backend(${pid}::integer)`);
    break;
  }
  assert.notEqual(await pidOf(db), pid);
});

test("each batch may take as long as a statement, and its reader longer", async (t) => {
  const db = await onePool(t, 1_000);
  const pid = await pidOf(db);
  const slow = sql`select i, pg_sleep(0.05)::text from generate_series(1, 30) i`;
  assert.equal((await drain(db, slow, 1)).length, 30);
  await assert.rejects(drain(db, sql`select 1 as i, pg_sleep(3600)::text`, 30), isTimeout);
  let count = 0;
  for await (const batch of db.stream(numbers(20), { batchSize: 10 })) {
    count += batch.length;
    await pause(1_100);
  }
  assert.equal(count, 20);
  assert.equal(await pidOf(db), pid);
  await assert.rejects(db.query(sql`select pg_sleep(3600)`), isTimeout);
});

test("a stream changes nothing", async (t) => {
  const db = await onePool(t);
  const statement = sql`with made as (insert into organizations default values returning 1) select * from made`;
  await assert.rejects(drain(db, statement, 10), hasCode("25006"));
});

test("several statements see one state, also after one that was left, and then the connection is given back", async (t) => {
  const db = await onePool(t);
  const { db: writer } = await sharedDatabase();
  await writer.query(sql`create table snapshots_seen as select i from generate_series(1, 100) i`);
  t.after(() => writer.query(sql`drop table snapshots_seen`));
  const snapshot = await db.snapshot();
  const all = sql`select i from snapshots_seen order by i`;
  for await (const _batch of snapshot.stream(all, { batchSize: 10 })) break;
  await writer.query(sql`delete from snapshots_seen where i > 50`);
  assert.equal((await snapshot.query(all)).length, 100);
  await assert.rejects(snapshot.query(sql`delete from snapshots_seen`), hasCode("25006"));
  await snapshot.end();
  assert.equal((await db.query(all)).length, 50);
});

test("an abort ends a snapshot between two statements, and while one is read", async (t) => {
  const db = await onePool(t);
  for (const statement of [sql`select 1`, sql`select pg_sleep(30)`]) {
    const controller = new AbortController();
    const snapshot = await db.snapshot({ signal: controller.signal });
    assert.deepEqual(await snapshot.query(sql`select 1 as one`), [{ one: 1 }]);
    const reading = statement.text.includes("sleep") ? snapshot.query(statement) : undefined;
    controller.abort();
    await assert.rejects(reading ?? snapshot.query(statement), { name: "AbortError" });
    assert.deepEqual(await db.query(sql`select 2 as two`), [{ two: 2 }]);
    await snapshot.end();
  }
  await assert.rejects(db.snapshot({ signal: AbortSignal.abort() }), { name: "AbortError" });
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

async function usedBytes(): Promise<number> {
  await turn();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("60,000 rows are streamed in the memory of a few batches", async (t) => {
  const db = await onePool(t);
  const before = await usedBytes();
  let count = 0;
  let most = 0;
  const statement = sql`select i, 'a text for row ' || i as text, now() as at from generate_series(1, 60000) i`;
  for await (const batch of db.stream(statement, { batchSize: 1_000 })) {
    count += batch.length;
    if (count % 15_000 === 0) most = Math.max(most, (await usedBytes()) - before);
  }
  assert.equal(count, 60_000);
  assert.ok(most < 8_000_000, `took ${most} bytes`);
});
