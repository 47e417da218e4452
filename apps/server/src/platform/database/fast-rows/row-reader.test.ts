import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { columnTypes } from "#platform/database/column-types.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import type { Texts } from "./whole-rows.ts";

async function onePool(t: TestContext): Promise<DatabasePool> {
  const { connection } = await sharedDatabase();
  const db = openPool({ connection, poolSize: 1, applicationName: "stint-test-one" });
  t.after(() => db.end());
  return db;
}

const everyType = sql`
  select n, n::bigint as "large", n / 2.0 as "half", n > 1 as "is ""more"" \\ than one", nullif(n, 2)::text as text, array['a,b', null, '"'] as list,
         array[n, null] as numbers, to_jsonb(array[n]) as json, '\\x00ff'::bytea as bytes, date '2026-03-01' + n as day,
         timestamptz '2026-03-01 09:00:00.5Z' + n * interval '1 hour' as at, n * interval '1 hour' as "time", null as nothing,
         1 as twice, 2 as twice
    from generate_series(1, 3) n`;

test("rows are those that pg makes, of every type and with null", async (t) => {
  const db = await onePool(t);
  const client = await db.connect();
  const { text, values } = everyType;
  const { rows } = await client.query({ text, values, types: columnTypes });
  client.release();
  assert.equal(rows.length, 3);
  assert.deepEqual(await db.query(everyType), rows);
  assert.deepEqual((await Array.fromAsync(db.stream(everyType, { batchSize: 2 }))).flat(), rows);
});

test("a name keeps the type that it has in each statement", async (t) => {
  const db = await onePool(t);
  assert.deepEqual(await db.query(sql`select 1 as a, '2' as b`), [{ a: 1, b: "2" }]);
  assert.deepEqual(await db.query(sql`select '1' as a, 2 as b`), [{ a: "1", b: 2 }]);
  assert.deepEqual(await db.query(sql`select 2 as b, '1' as a`), [{ b: 2, a: "1" }]);
});

test("a value that JavaScript cannot hold fails its statement alone", async (t) => {
  const db = await onePool(t);
  const tooLarge = sql`select 9007199254740992 as large`;
  await assert.rejects(db.query(tooLarge), RangeError);
  await assert.rejects(db.query(tooLarge, { signal: { aborted: false, onabort: null } }), RangeError);
  await assert.rejects(
    db.transaction((tx) => tx.query(tooLarge)),
    RangeError,
  );
  assert.deepEqual(await db.query(sql`select 1 as n`), [{ n: 1 }]);
});

test("a table that changes its columns fails statements prepared before, and never shifts their values", async (t) => {
  const db = await onePool(t);
  const client = await db.connect();
  await client.query("create temporary table changing as select 1 as a, 2 as b");
  client.release();
  const statement = sql`select * from changing`;
  assert.deepEqual(await db.query(statement), [{ a: 1, b: 2 }]);
  await db.query(sql`alter table changing drop column a, add column c integer default 3`);
  await assert.rejects(db.query(statement), /cached plan must not change result type/);
});

test("bytes are the texts as they are sent, each byte as one character", async (t) => {
  const db = await onePool(t);
  const values = sql`select 'plain' as a, 'ü日' as b, null as c, ${"é".repeat(5_000)}::text as long`;
  const [texts] = await db.query<Record<string, string | null>>(values);
  const [bytes] = await db.query<Texts>(values, { asBytes: true });
  const sent = Object.values(texts ?? {}).map((text) => text && Buffer.from(text).toString("latin1"));
  assert.deepEqual(bytes, sent);
});
