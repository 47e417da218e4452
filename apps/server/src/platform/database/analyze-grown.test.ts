import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "#test/databases/test-database.ts";
import { analyzeGrown } from "#src/worker.ts";
import { sql } from "./database.ts";

test("a table is analyzed when half of it changed, or when it never was, also after a crash", async () => {
  const { db } = await createDatabase({ migrated: false });
  const client = await db.connect();
  await client.query("create table grown (n integer) with (autovacuum_enabled = off)");
  await client.query("create table queue (n integer) with (autovacuum_enabled = off)");
  const insert = async (rows: number) => {
    await client.query("insert into grown select generate_series(1, $1::integer)", [rows]);
    await client.query("insert into queue select generate_series(1, $1::integer)", [rows]);
    await client.query("select pg_stat_force_next_flush()");
  };
  const known = async (table: string) => {
    const { rows } = await client.query("select reltuples from pg_class where relname = $1", [table]);
    return rows[0].reltuples;
  };

  await insert(1_000);
  // A crash loses the server's counters in the same way.
  await db.query(sql`select pg_stat_reset()`);
  await analyzeGrown(db, ["queue"]);
  assert.equal(await known("grown"), 1_000);

  await insert(100);
  await analyzeGrown(db, ["queue"]);
  assert.equal(await known("grown"), 1_000);

  await insert(1_000);
  await analyzeGrown(db, ["queue"]);
  assert.equal(await known("grown"), 2_100);
  assert.equal(await known("queue"), -1);
  client.release();
});
