import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { previewed, togglCsv } from "#test/worlds/import-files.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase, sharedDatabase } from "#test/databases/test-database.ts";
import { createRowWriter, insertBlock, listDoubts, stagedRows } from "./staged-rows.ts";

test("staged rows and doubts take less than three times their file, and are counted at their actual size", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const day = (at: number) => `2026-01-0${1 + (at % 9)}`;
  const files = {
    toggl: togglCsv(Array.from({ length: 8_000 }, (_, at) => ({ description: `Item ${at}`, seconds: 60 + at }))),
    short: `Date,Hours\n${Array.from({ length: 8_000 }, (_, at) => `${day(at)},${at % 8}\n`).join("")}`,
    doubtful: `Date,Hours\n${Array.from({ length: 8_000 }, (_, at) => `${day(at)},x\n`).join("")}`,
  };
  const taken = async () =>
    one(
      await db.query<{ bytes: number }>(sql`
        select pg_total_relation_size('import_row_blocks') + pg_total_relation_size('import_doubt_blocks') as bytes`),
    ).bytes;
  for (const [name, file] of Object.entries(files)) {
    const caller = await newOrganization();
    const before = await taken();
    const { id } = await previewed(caller, file);
    const bytes = (await taken()) - before;
    assert.ok(bytes < 3 * file.length, `${name}: ${file.length} bytes became ${bytes}`);
    const { counted } = one(
      await db.query<{ counted: number }>(sql`select stored_bytes - bytes as counted from imports where id = ${id}`),
    );
    // Allows an error of a few pages, because tables grow in pages of 8 KiB.
    assert.ok(counted < 1.3 * bytes && counted > 0.8 * bytes - 65_536, `${name}: ${counted} for ${bytes} bytes`);
  }
});

const awkward = ["", " ", "null", "NULL", "{}", '"', "\\", '\\"', "a,b", "{a}", "line\nline\r\ttab", "ä€😀", "'"];

test("rows are read as they were staged, in blocks of 5,000 rows, or fewer with long texts", async () => {
  const { db } = await sharedDatabase();
  const staged = { org_id: "org_blocks", id: "imp_blocks" };
  const writer = createRowWriter((list, first) => insertBlock(db, "import_row_blocks", staged, list, first));
  const key = "00000000-0000-0000-0000-00000000000a";
  const rows = Array.from({ length: 5_001 + awkward.length }, (_, at) => ({
    description: at < 5_001 ? (at === 5_000 ? "x".repeat(1_100_000) : "") : (awkward[at - 5_001] ?? ""),
    tags: at < 5_001 ? [] : awkward.slice(0, at - 5_001),
    billable: at % 3 === 0 ? null : at % 3 === 1,
    occurrence: at === 7 ? null : 1,
  }));
  for (const { tags, ...row } of rows)
    await writer.write({ ...row, ...(tags.length > 0 && { tags }), person: 1, place: 2, duration_seconds: 60, key });
  await writer.end();
  const blocks = await db.query(sql`
    select first, rows, rate_minor is null as "isNull" from import_row_blocks where import_id = ${staged.id} order by first`);
  assert.deepEqual(blocks, [
    { first: 1, rows: 5_000, isNull: true },
    { first: 5_001, rows: 1, isNull: true },
    { first: 5_002, rows: awkward.length, isNull: true },
  ]);
  const columns = ["description", "tags", "billable", "occurrence", "rate_minor", "key"] as const;
  const back = await db.query(sql`
    select number, description, coalesce(tags::text[], '{}') as tags, billable, occurrence, rate_minor, key
      from (${stagedRows(staged, columns)}) r order by number`);
  assert.deepEqual(
    back,
    rows.map((row, at) => ({ number: at + 1, ...row, rate_minor: null, key })),
  );
});

test("doubts are listed page by page across blocks", async () => {
  const { db } = await sharedDatabase();
  const staged = { org_id: "org_blocks", id: "imp_doubts" };
  const writer = createRowWriter((list, first) => insertBlock(db, "import_doubt_blocks", staged, list, first));
  const doubt = { column: "Start", read: "x", problem: "No date.", becomes: null };
  for (let line = 1; line <= 6_000; line++) await writer.write({ line, ...doubt });
  await writer.end();
  for (const [after, limit, expected] of [
    [0, 3, [1, 3]],
    [4_998, 4, [4_999, 5_002]],
    [4_999, 1, [5_000, 5_000]],
    [5_000, 2, [5_001, 5_002]],
    [5_999, 50, [6_000, 6_000]],
    [6_000, 50, [undefined, undefined]],
  ] as const) {
    const lines = (await listDoubts(db, staged.org_id, staged.id, { after, limit })).map(({ line }) => line);
    assert.deepEqual([lines[0], lines.at(-1)], expected);
    const { length } = lines;
    assert.equal(length, expected[0] === undefined ? 0 : expected[1] - expected[0] + 1);
  }
});

test("the API's pages of doubts begin with those of the preview", async () => {
  const caller = await (await testApp()).newOrganization();
  const csv = `Date,Hours\n${Array.from({ length: 130 }, () => "2026-01-01,x\n").join("")}`;
  const { id, preview } = await previewed(caller, csv);
  assert.deepEqual([preview.doubts.count, preview.doubts.first.length], [130, 100]);
  const { data, nextCursor } = (await caller.get(`/v1/imports/${id}/doubts?limit=100`)).json;
  assert.deepEqual(data, preview.doubts.first);
  const rest = (await caller.get(`/v1/imports/${id}/doubts?limit=100&cursor=${nextCursor}`)).json;
  assert.deepEqual([rest.data.length, rest.data[0].line, rest.nextCursor], [30, 102, null]);
});
