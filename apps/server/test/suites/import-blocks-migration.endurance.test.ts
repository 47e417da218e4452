import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { type DatabasePool, raw } from "#platform/database/database.ts";
import { applied, previewed, togglCsv } from "#test/worlds/import-files.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";

const folder = new URL("../../migrations/", import.meta.url);

/** Moves the existing rows and doubts into the tables that earlier versions used. */
async function goBack(db: DatabasePool): Promise<void> {
  const former = await readFile(new URL("0025_imports.sql", folder), "utf8");
  for (const table of ["import_rows", "import_doubts"])
    await db.query(raw(new RegExp(`create table ${table} \\([^]*?\\n\\)`).exec(former)?.[0] ?? ""));
  await db.query(
    raw(`
    insert into import_rows (org_id, import_id, number, line, person, place, started_at, duration_seconds, description, tags,
                             tag_keys, billable, rate_minor, amount_minor, currency, source_id, key, occurrence, left_out)
    select org_id, import_id, number, 1, person, place, started_at, duration_seconds, description,
           coalesce(tags::text[], '{}'), coalesce(tag_keys::text[], '{}'), billable, rate_minor, amount_minor, currency,
           source_id, key, occurrence, left_out
      from (select org_id, import_id, generate_series(first, first + rows - 1) as number, unnest(person) as person,
                   unnest(place) as place, unnest(started_at) as started_at, unnest(duration_seconds) as duration_seconds,
                   unnest(description) as description, unnest(tags) as tags, unnest(tag_keys) as tag_keys,
                   unnest(billable) as billable, unnest(rate_minor) as rate_minor, unnest(amount_minor) as amount_minor,
                   unnest(currency) as currency, unnest(source_id) as source_id, unnest(key) as key,
                   unnest(occurrence) as occurrence, unnest(left_out) as left_out
              from import_row_blocks) r`),
  );
  await db.query(
    raw(`
    insert into import_doubts
    select org_id, import_id, generate_series(first, first + rows - 1), unnest(line), unnest(file), unnest("column"),
           unnest(read), unnest(problem), unnest(becomes)
      from import_doubt_blocks`),
  );
  await db.query(raw("drop table import_row_blocks, import_doubt_blocks"));
}

test("imports staged by an earlier version are applied, and their doubts listed, as before", async () => {
  const { db } = await createDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  const rows = Array.from({ length: 6_000 }, (_, at) => ({ seconds: 60 + at, tags: at % 2 === 0 ? 'ui, "a"' : "" }));
  const file = togglCsv([...rows, { date: "2026-02-30" }, { user: "", email: "nobody" }]);
  const done = await previewed(owner, file);
  await applied(owner, done.id);
  const waiting = await previewed(
    owner,
    togglCsv([...rows.map((row) => ({ ...row, time: "06:00:00" })), { date: "2026-02-30" }]),
  );
  const doubtsOf = async (id: string) => (await owner.get(`/v1/imports/${id}/doubts`)).json.data;
  const before = [await doubtsOf(done.id), await doubtsOf(waiting.id)];
  assert.ok(before.every(({ length }) => length > 0));

  await goBack(db);
  const client = await db.connect();
  await client.query(`begin; ${await readFile(new URL("0034_import_blocks.sql", folder), "utf8")}; commit`);
  client.release();

  assert.deepEqual([await doubtsOf(done.id), await doubtsOf(waiting.id)], before);
  const { proof, preview } = await applied(owner, waiting.id);
  assert.deepEqual([proof.isExact, preview.totals.imported.rows], [true, 6_000]);
  const tagged = (await owner.get("/v1/reports/summary?groupBy=tag")).json;
  assert.equal(JSON.stringify(tagged).includes('\\"a\\"'), true);
});
