import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "#platform/database/database.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { amountMinor, amountSql, highestRateMinor } from "./amount.ts";

// rateMinor per hour, seconds, expected amount
const table: [number, number, number][] = [
  [9000, 0, 0],
  [0, 3600, 0],
  [9000, 3600, 9000],
  [9000, 5400, 13_500],
  // 2.5 minor units per second: halves are rounded up
  [9000, 1, 3],
  [9000, 3, 8],
  [1, 1799, 0],
  [1, 1800, 1],
  [1, 5399, 1],
  [1, 5400, 2],
  // 10,000 × 1 / 3600 = 2.77…; × 4 = 11.11…
  [10_000, 1, 3],
  [10_000, 4, 11],
  // yen have no decimals: 5,000 per hour for 100 s is 138.88…
  [5000, 100, 139],
  [5000, 60, 83],
  // dinars have three decimals: 25.500 per hour for 20 minutes
  [25_500, 1200, 8500],
  [highestRateMinor, 1, 2_777_778],
  [highestRateMinor, 604_800, 1_680_000_000_000],
  // the longest duration that a timer can measure
  [highestRateMinor, 2 ** 31 - 1, 5_965_232_352_777_778],
];

test("an amount is the rate times the time, rounded half up to whole minor units", () => {
  for (const [rate, seconds, amount] of table)
    assert.equal(amountMinor(rate, seconds), amount, `${rate} × ${seconds} s`);
});

const rates = fc.oneof(fc.nat({ max: 100_000 }), fc.integer({ min: 0, max: highestRateMinor }));
const seconds = fc.oneof(fc.nat({ max: 7200 }), fc.nat({ max: 604_800 }), fc.nat({ max: 2 ** 31 - 1 }));

test("amounts equal exact arithmetic, for every rate and time", () => {
  fc.assert(
    fc.property(rates, seconds, (rate, time) => {
      const exact = (BigInt(rate) * BigInt(time) * 2n + 3600n) / 7200n;
      assert.equal(BigInt(amountMinor(rate, time)), exact);
    }),
    { numRuns: 20_000 },
  );
});

test("the database and JavaScript come to the same amounts", async () => {
  const { db } = await sharedDatabase();
  const pairs = [...table.map(([rate, time]) => [rate, time] as const), ...fc.sample(fc.tuple(rates, seconds), 5000)];

  const rows = await db.query<{ amount: number }>(sql`
    select ${amountSql("pair.rate", "pair.seconds")} as amount
      from unnest(${pairs.map(([rate]) => rate)}::bigint[], ${pairs.map(([, time]) => time)}::integer[])
           with ordinality as pair (rate, seconds, number)
     order by number`);

  assert.deepEqual(
    rows.map((row) => row.amount),
    pairs.map(([rate, time]) => amountMinor(rate, time)),
  );
});
