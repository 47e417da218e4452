import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { entryRuleNames } from "#identity/organizations/entry-rules.ts";
import { raw, sql } from "#platform/database/database.ts";
import type { Texts } from "#platform/database/fast-rows/whole-rows.ts";
import { integerJson } from "#platform/database/json-of-bytes.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { lockReasons } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { entrySources } from "#tracking/ledger/entry-sources/entry-sources.ts";
import { listedColumns, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { toTimeEntry } from "#tracking/entries/time-entries/to-time-entry.ts";
import { writeTimeEntry } from "./time-entry-json.ts";

const text = fc.string({ unit: "binary", maxLength: 40 }).map((value) => value.replaceAll("\0", ""));
const instant = fc.date({ min: new Date(0), max: new Date("2199-12-31T23:59:59.999Z"), noInvalidDate: true });
const amount = fc.bigInt(0n, BigInt(Number.MAX_SAFE_INTEGER));
const entry = fc.record({
  startedAt: instant,
  seconds: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  description: text,
  tags: fc.array(text, { maxLength: 4 }),
  externalRef: fc.option(text),
  source: fc.option(fc.constantFrom(...entrySources)),
  breaks: fc.option(fc.subarray([...entryRuleNames], { minLength: 1 })),
  lockedBy: fc.option(fc.subarray([...lockReasons], { minLength: 1 })),
  isDeleted: fc.boolean(),
  reference: fc.option(text),
  amount,
});

test("an entry written from texts equals the API's JSON, with and without money and billing", async () => {
  const { db } = await sharedDatabase();
  await fc.assert(
    fc.asyncProperty(entry, async (made) => {
      const deletedAt = made.isDeleted ? made.startedAt : null;
      const statement = sql`
        select ${raw(listedColumns.join(", "))} from (select 'time_1' as id, 'user_1' as user_id, 'proj_1' as project_id, 'task_1' as task_id,
               ${made.startedAt}::timestamptz(3) as started_at, ${made.seconds}::integer as duration_seconds,
               ${made.description}::text as description, ${made.tags}::text[] as tags, ${made.isDeleted}::boolean as billable,
               ${made.seconds}::integer as billable_seconds, ${made.amount}::bigint as rate_minor, 'project' as rate_source,
               ${made.amount}::bigint as amount_minor, ${made.amount}::bigint as cost_rate_minor, 'none' as cost_rate_source,
               0::bigint as cost_minor, ${made.externalRef}::text as external_ref, ${made.source}::text as source, 7 as version,
               ${made.startedAt}::timestamptz(3) as created_at, ${made.startedAt}::timestamptz(3) as updated_at,
               ${deletedAt}::timestamptz(3) as deleted_at, ${made.reference === null ? null : "bill_1"}::text as billing_batch_id,
               ${made.reference === null ? null : made.startedAt}::timestamptz(3) as billed_at, ${made.reference}::text as billed_reference,
               ${made.lockedBy}::text[] as locked_by, ${made.breaks}::text[] as shown_breaks) entry`;
      const [row] = await db.query<TimeEntryRow>(statement);
      const [texts] = await db.query<Texts>(statement, { asBytes: true });
      assert.ok(row !== undefined && texts !== undefined);
      for (const money of ["all", "amounts", "none"] as const)
        for (const showsBilling of [true, false])
          assert.equal(
            writeTimeEntry(texts, money, showsBilling),
            JSON.stringify(toTimeEntry(row, money, showsBilling)),
          );
    }),
    { numRuns: 300 },
  );
});

test("a number that JSON cannot represent exactly is refused", async () => {
  const { db } = await sharedDatabase();
  const tooLarge = await db.query<Texts>(sql`select 9007199254740992 as n`, { asBytes: true });
  assert.throws(() => integerJson(tooLarge[0]?.[0] ?? ""), RangeError);
});
