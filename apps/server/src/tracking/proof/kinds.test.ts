import assert from "node:assert/strict";
import { test } from "node:test";
import { runDoctor } from "#commands/doctor/doctor.ts";
import { type DatabasePool, raw, sql, type Transaction } from "#platform/database/database.ts";
import { fillEverything } from "#test/worlds/fill-everything.ts";
import { listTablesOfTenants } from "#test/worlds/tenant-rows.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { checkHistory } from "./check-history.ts";
import { findSuspects } from "./find-suspects.ts";
import { entryKind, type Kind, kinds } from "./kinds.ts";

/** The tables without change rows, and how their content is verified. */
const otherwise: Record<string, string> = {
  audit_blocks: "verified as a hash chain",
  billing_batch_entries: "facts of a batch, of which the change rows of entries tell",
  billing_batch_names: "names at the time of a batch",
  billing_batch_projects: "sums of the facts of a batch",
  budget_periods: "measured by the entries",
  changes: "the history itself, hashed in the chain",
  deliveries: "a log of what was sent",
  delivery_attempts: "a log of what was sent",
  event_queue: "work that waits",
  oauth_grants: "tokens of the grants, whose keys are compared in api_keys",
  subscribed_calendars: "private to their members, so their changes have no change rows",
  idempotent_replies: "replies of the last day",
  import_chunks: "the uploaded file, dropped after 30 days",
  import_doubt_blocks: "made from the file",
  import_keys: "made from the file",
  import_lookalikes: "made from the file",
  import_made: "what an import made has change rows of its own",
  import_people: "made from the file",
  import_places: "made from the file",
  import_row_blocks: "made from the file",
  imported_people: "addresses from the file, which nobody signs in with",
  notices: "repeat what other change rows tell",
  tag_names: "compared with the spellings of the entries",
  tag_renames: "names change rows that have been written",
  time_sum_deltas: "recounted from the entries",
  time_sums: "recounted from the entries",
  timesheet_statements: "verified by their hashes, and compared with their timesheets",
  webhooks_behind: "work that waits",
};

test("every table of a tenant is compared with its change rows, or says why not", async () => {
  const { db } = await createDatabase();
  const tables = ["organizations", ...(await listTablesOfTenants(db))].toSorted();
  assert.deepEqual(tables, [...kinds.map(({ table }) => table), ...Object.keys(otherwise)].toSorted());
});

interface Column {
  name: string;
  type: string;
}

/** By type, an SQL expression for a value that differs from `x`. */
const others: Record<string, string> = {
  text: "coalesce(x, '') || 'x'",
  boolean: "not coalesce(x, false)",
  integer: "coalesce(x, 0) + 1",
  bigint: "coalesce(x, 0) + 1",
  date: "coalesce(x, current_date) + 1",
  "timestamp with time zone": "coalesce(x, now()) + interval '1 second'",
  ARRAY: "coalesce(x, '{}') || '{x}'",
  jsonb: `'{"x":1}'`,
  bytea: "sha256(coalesce(x, ''))",
};

async function listColumns(db: DatabasePool, kind: Kind): Promise<Column[]> {
  const columns = await db.query<Column>(sql`
    select column_name as name, data_type as type from information_schema.columns
     where table_name = ${kind.table} and is_generated = 'NEVER' order by ordinal_position`);
  const known = columns.map(({ name }) => name);
  for (const named of [...kind.ignored, ...Object.keys(kind.digests)]) assert.ok(known.includes(named), named);
  return columns.filter(({ name }) => ![kind.tenant, kind.id, kind.instance, ...kind.ignored].includes(name));
}

const undo = new Error("undone");

/** The columns that the doctor reports after an SQL statement, which is then rolled back. */
async function namedAfter(db: DatabasePool, orgId: string, kind: Kind, ids: string[], statement: string) {
  let named: (string | null)[] = [];
  const work = async (tx: Transaction) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`${raw(statement)}`);
    const suspects = kind === entryKind ? await findSuspects(tx, orgId, { ids }) : ids;
    const found = await checkHistory(tx, orgId, kind, { ids: suspects }, 100);
    named = found.flatMap(({ findings }) => findings.map(({ column }) => column));
    throw undo;
  };
  await db.transaction(work).catch((error: unknown) => assert.equal(error, undo));
  return named;
}

test("each column of each table with change rows is compared, unless the declaration says why not", async (t) => {
  const { db } = await createDatabase({ poolSize: 4 });
  const world = await newTestApp({ db });
  const caller = await world.newOrganization();
  await fillEverything(world, caller);
  const text: string[] = [];
  const deps = { db, out: (line: string) => text.push(line), err: () => undefined };
  assert.ok(await runDoctor(deps, { repair: false, json: false }), text.join(""));
  await db.query(sql`
    do $$ declare c record; begin
      for c in select conrelid::regclass as name, conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
      loop execute format('alter table %s drop constraint %I', c.name, c.conname); end loop;
    end $$`);
  await db.query(sql`alter table rates alter subject drop not null`);
  for (const kind of kinds) {
    const [row] = await db.query<{ id: string }>(sql`
      select ${raw(kind.id)} as id from ${raw(kind.table)} where ${raw(kind.tenant)} = ${caller.orgId} order by 1 limit 1`);
    assert.ok(row !== undefined, kind.table);
    const where = `where ${kind.tenant} = '${caller.orgId}' and ${kind.id} = '${row.id}'`;
    assert.deepEqual(await namedAfter(db, caller.orgId, kind, [row.id], "select 1"), []);
    for (const { name, type } of await listColumns(db, kind)) {
      await t.test(`${kind.name}: ${name}`, async () => {
        const other = others[type]?.replaceAll("x,", `${name},`).replaceAll("x)", `${name})`);
        assert.ok(other !== undefined, type);
        const statement = `update ${kind.table} set ${name} = ${other} ${where}`;
        const named = await namedAfter(db, caller.orgId, kind, [row.id], statement);
        const expected = kind.digests[name] ?? name;
        assert.ok(named.includes(expected), JSON.stringify(named));
      });
    }
  }
});
