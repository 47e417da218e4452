import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { countRoundTrips } from "#test/databases/count-round-trips.ts";
import { createDatabase } from "#test/databases/test-database.ts";

async function numbers() {
  const { db } = await createDatabase();
  await db.query(sql`create table numbers (n integer)`);
  return { db, list: async () => (await db.query<{ n: number }>(sql`select n from numbers`)).map(({ n }) => n) };
}

test("a statement sent with COMMIT is part of the transaction, and costs a round trip only if it is the first write", async () => {
  const { db, list } = await numbers();
  const both = () =>
    db.transaction(async (tx) => {
      await tx.query(sql`insert into numbers values (1)`);
      await tx.query(sql`insert into numbers values (2)`, { closes: true });
    });
  const only = () => db.transaction((tx) => tx.query(sql`insert into numbers values (3)`, { closes: true }));

  // The id of a transaction must have arrived before COMMIT is sent (docs/decisions/0012).
  assert.deepEqual([await countRoundTrips(both), await countRoundTrips(only)], [3, 3]);
  assert.deepEqual(await list(), [1, 2, 3]);
});

test("a transaction fails with the error of the statement that was sent with COMMIT", async () => {
  const { db, list } = await numbers();
  const failing = db.transaction(async (tx) => {
    await tx.query(sql`insert into numbers values (1)`);
    await tx.query(sql`insert into numbers values (1 / 0)`, { closes: true });
    return "committed";
  });
  await assert.rejects(failing, /division by zero/);
  assert.deepEqual(await list(), []);
});

test("a transaction that only locks commits without fetching its id", async () => {
  const { db } = await numbers();
  const locking = () => db.transaction((tx) => tx.query(sql`select n from numbers for update`, { opens: true }));
  assert.equal(await countRoundTrips(locking), 2);
});
