import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { project } from "#tracking/ledger/projects/project.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { createMigrationsTable, migrate } from "#platform/database/migrate.ts";
import { listProjectChanges } from "#tracking/entries/entry-changes/queries.ts";
import { repairedKinds } from "#tracking/proof/kinds.ts";
import { mendHistory } from "#tracking/proof/mend-history.ts";
import { newTestApp, type Json } from "#test/worlds/test-app.ts";
import { createDatabase, migrations } from "#test/databases/test-database.ts";

/** Data and responses of the service at commit d68bb4b, before amounts and hidden projects existed. */
const folder: Json = JSON.parse(await readFile(new URL("../fixtures/folder-of-d68bb4b.json", import.meta.url), "utf8"));
const orgId: string = folder.organizationId;

async function openFolder(): Promise<DatabasePool> {
  const { db } = await createDatabase({ migrated: false });
  const client = await db.connect();
  await client.query(createMigrationsTable);
  for (const name of ["0001_tracking", "0002_blog"])
    await client.query(await readFile(new URL(`${name}.sql`, migrations), "utf8"));
  await client.query("set session_replication_role = replica");
  for (const [table, rows] of Object.entries<Json[]>(folder.tables)) {
    const { rows: generated } = await client.query(
      "select column_name from information_schema.columns where table_name = $1 and is_generated = 'ALWAYS'",
      [table],
    );
    const columns = Object.keys(rows[0])
      .filter((name) => !generated.some(({ column_name }) => column_name === name))
      .map((name) => `"${name}"`)
      .join(", ");
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  client.release(true);
  await migrate(db, migrations);
  return db;
}

test("a folder from before amounts and hidden projects opens, gives the same responses and can be repaired", async () => {
  const db = await openFolder();
  const { anonymous } = await newTestApp({ db });
  const headers = { authorization: `Bearer ${folder.apiKey}` };
  for (const [path, before] of Object.entries<Json>(folder.answers)) {
    const answer = await anonymous.send("GET", path, undefined, { headers });
    assert.equal(answer.status, 200, answer.text);
    assert.partialDeepStrictEqual(answer.json, before, path);
  }

  const recorded = await db.query<{ object: ProjectRow }>(
    sql`select object from changes where action like 'project.%' and object <> '{}'`,
  );
  assert.ok(recorded.length >= 4);
  for (const { object } of recorded)
    assert.partialDeepStrictEqual(project.toShown(object, "all"), { visibility: "organization", memberIds: [] });
  const [moved] = await listProjectChanges(db, orgId, "2026-11-01T00:00:00Z", ["client_id"]);
  assert.partialDeepStrictEqual(moved, { visibility: "organization", member_ids: [] });

  for (const [name, table, unset] of [
    ["time_entry", "time_entries", { rate_minor: 0, rate_source: "none", cost_minor: 0, cost_rate_source: "none" }],
    ["project", "projects", { visibility: "organization", member_ids: [] }],
  ] as const) {
    const kind = repairedKinds.find((each) => each.name === name);
    assert.ok(kind !== undefined);
    const [row] = await db.query<{ id: string }>(sql`select id from ${raw(table)} order by id limit 1`);
    const id = row?.id ?? "";
    await db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`delete from ${raw(table)} where id = ${id}`);
      await mendHistory(tx, orgId, new Map([[kind, [id]]]), "history");
    });
    const [mended] = await db.query(sql`select * from ${raw(table)} where id = ${id}`);
    assert.partialDeepStrictEqual(mended, unset);
  }
});
