import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { previewed, settled, togglCsv } from "#test/worlds/import-files.ts";
import { receiver, register, sending } from "#test/deliveries/sending.ts";
import type { Caller } from "#test/worlds/test-app.ts";

const count = 2_000;
const rows = Array.from({ length: count }, (_, at) => ({
  project: `Project ${at % 7}`,
  seconds: 60 + at,
  tags: at % 3 === 0 ? "sea" : "",
}));
const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);

/** Reads the same total from the sums, from one project's sums, and from the entries themselves. */
async function totalsOf(caller: Caller): Promise<string[]> {
  const read = async (query: string) => {
    const answer = await caller.get(`/v1/reports/summary?${query}`);
    assert.equal(answer.status, 200, answer.text);
    const { totals } = answer.json;
    return `${totals.entries} entries, ${totals.seconds} s`;
  };
  return [await read(""), await read("groupBy=project"), await read("groupBy=tag"), await read("q=Work")];
}

test("while an import is applied reports show all of it or nothing, and webhooks are sent only afterwards", async (t) => {
  const { newOrganization, db } = await sending(t);
  const caller = await newOrganization();
  const hook = await receiver(t);
  await register(caller, hook.url, { events: ["time_entry.created"] });
  const before = await totalsOf(caller);
  const { id } = await previewed(caller, togglCsv(rows));
  const held = await hold(db, sql`select pg_advisory_xact_lock(hashtextextended(${`fold ${caller.orgId}`}, 0))`);
  await caller.post(`/v1/imports/${id}/apply`);
  let isOver = false;
  const applying = settled(caller, id).finally(() => (isOver = true));
  // Blocks the import after it has written every entry and before it adds them to the sums.
  await held.untilItBlocks(1);
  assert.deepEqual(await totalsOf(caller), before);
  assert.deepEqual(hook.received, []);
  await held.commit();
  const all = `${count} entries, ${seconds} s`;
  const nothing = "0 entries, 0 s";
  while (!isOver) for (const total of await totalsOf(caller)) assert.ok([all, nothing].includes(total), total);
  const { status, proof } = await applying;
  assert.deepEqual([status, proof.isExact], ["applied", true]);
  assert.deepEqual(await totalsOf(caller), [all, all, all, all]);
  // Autovacuum is off in this database, so the statistics come from the import itself.
  const analyzed = await db.query<{ name: string; rows: number }>(sql`
    select relname as name, reltuples::integer as rows from pg_class
     where oid in ('time_entries'::regclass, 'import_keys'::regclass) order by relname`);
  assert.deepEqual(analyzed, [
    { name: "import_keys", rows: count },
    { name: "time_entries", rows: count },
  ]);
  const told = () => new Set(hook.received.map((one) => one.id)).size;
  await waitFor(() => told() === count);
});
