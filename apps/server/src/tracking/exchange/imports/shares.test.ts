import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { loadConfig } from "#platform/config/config.ts";
import { raw, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { applied, previewed, settled, togglCsv, undone, upload } from "#test/worlds/import-files.ts";
import { insist } from "#test/worlds/insist.ts";
import { type Caller, newTestApp, type TestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { dropOldFiles } from "./worker/drop-old-files.ts";
import { workOnOne } from "#tracking/exchange/imports/worker/import-worker.ts";
import { deleteFrom, importTables } from "./queries.ts";

const send = (caller: Caller, file: string, headers: Record<string, string> = {}) =>
  caller.send("POST", "/v1/imports", undefined, { raw: file, headers: { "content-type": "text/csv", ...headers } });
const refusal = { status: 409, code: "too_many_imports" };
const rows = (count: number) => togglCsv(Array.from({ length: count }, (_, at) => ({ seconds: 60 + at })));

let shared: Promise<TestApp> | undefined;

/** The app with the shares of a real service. */
const sharesApp = () => (shared ??= newTestApp({ importShares: loadConfig({}).imports }));

async function assertRefused(caller: Caller, file: string, reason: RegExp): Promise<void> {
  const { status, json } = await send(caller, file);
  assert.deepEqual({ status, code: json.code }, refusal);
  assert.match(json.detail, reason);
}

test("of six uploads at once five pass, and so do another organization's", async () => {
  const { newOrganization, db } = await sharesApp();
  const [caller, other] = [await newOrganization(), await newOrganization()];
  // The server receives only four uploads at once.
  const uploadOne = async () => (await insist(() => send(caller, togglCsv([{}])))).status;
  const statuses = await Promise.all(Array.from({ length: 6 }, uploadOne));
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [202, 202, 202, 202, 202, 409],
  );
  assert.equal((await send(other, togglCsv([{}]))).status, 202);
  const { count } = one(
    await db.query<{ count: number }>(
      sql`select count(distinct import_id) as count from import_chunks where org_id = ${caller.orgId}`,
    ),
  );
  assert.equal(count, 5);
});

test("an import that is applied or removed makes room for the next, and a failed one needs none", async () => {
  const caller = await (await sharesApp()).newOrganization();
  const made = [];
  for (let at = 0; at < 5; at++) made.push((await upload(caller, togglCsv([{ seconds: 60 + at }]))).id);
  await assertRefused(caller, togglCsv([{}]), /5 imports that have not been applied/);
  await settled(caller, made[0]);
  await applied(caller, made[0]);
  assert.equal((await upload(caller, "no export")).status, "reading");
  await assertRefused(caller, togglCsv([{}]), /Apply or remove one/);
  assert.equal((await caller.delete(`/v1/imports/${made[1]}`)).status, 202);
  assert.equal((await send(caller, togglCsv([{}]))).status, 202);
});

test("failed imports that are read again need room too", async () => {
  const caller = await (await sharesApp()).newOrganization();
  const failed = [];
  for (let at = 0; at < 6; at++) {
    const { id, status } = await previewed(caller, togglCsv([{ seconds: 60 + at }]), "?source=kimai");
    assert.equal(status, "failed");
    failed.push(id as string);
  }
  const readAgain = (id: string | undefined) => caller.send("PATCH", `/v1/imports/${id}`, { source: "toggl" });
  for (const id of failed.slice(0, 5)) assert.equal((await readAgain(id)).status, 200);
  const { status, json } = await readAgain(failed[5]);
  assert.deepEqual({ status, code: json.code }, refusal);
  assert.equal((await caller.get(`/v1/imports/${failed[5]}`)).json.status, "failed");
});

test("files and rows of an organization take no more than its share", async () => {
  const maxBytes = 150_000;
  const world = await newTestApp({ importShares: { ...loadConfig({}).imports, maxBytes } });
  const caller = await world.newOrganization();
  const file = rows(400);
  const { id } = await previewed(caller, file);
  const stored = async () =>
    one(
      await world.db.query<{ stored: number }>(
        sql`select sum(stored_bytes)::bigint as stored from imports where org_id = ${caller.orgId}`,
      ),
    ).stored;
  assert.ok((await stored()) > file.length);
  await assertRefused(caller, rows(1_000), /MiB\. Apply or remove one/);
  await applied(caller, id);
  assert.equal(await stored(), 0);
  const large = await upload(caller, rows(1_000));
  const failures: unknown[] = [];
  const deps = {
    folder: "/tmp",
    maxBytes,
    onCommit: () => undefined,
  };
  await workOnOne(world.db, { org_id: caller.orgId, id: large.id }, deps).catch((error: unknown) =>
    failures.push(error),
  );
  const { status, failure } = (await caller.get(`/v1/imports/${large.id}`)).json;
  assert.deepEqual([status, failures], ["failed", []]);
  assert.match(failure, /would take up more than 1 MiB\. Apply or remove other imports first/);
  assert.deepEqual(
    await world.db.query(
      sql`select 1 from import_row_blocks where org_id = ${caller.orgId} and import_id = ${large.id}`,
    ),
    [],
  );
});

test("unapplied imports are deleted before the doubts of applied ones", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const [kept, forgotten] = [
    await previewed(caller, togglCsv([{}])),
    await previewed(caller, togglCsv([{ seconds: 1 }])),
  ];
  await applied(caller, kept.id);
  const later = new Date(Date.now() + 60_000).toISOString();
  await dropOldFiles(db, caller.orgId, {
    ended: new Date(0).toISOString(),
    forgotten: later,
    killed: new Date(0).toISOString(),
  });
  assert.equal((await caller.get(`/v1/imports/${forgotten.id}`)).status, 404);
  assert.equal((await caller.get(`/v1/imports/${kept.id}`)).status, 200);
});

test("an unapplied import that the clean-up removes leaves a sound history, as do those removed before it had one", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const caller = await newOrganization();
  const forgotten = await previewed(caller, togglCsv([{}]));
  const later = new Date(Date.now() + 60_000).toISOString();
  const before = { ended: later, forgotten: later, killed: new Date(0).toISOString() };
  await Promise.all([dropOldFiles(db, caller.orgId, before), dropOldFiles(db, caller.orgId, before)]);
  assert.deepEqual(await db.query(sql`select action from changes where target_id = ${forgotten.id} order by at, id`), [
    { action: "import.created" },
    { action: "import.deleted" },
  ]);
  await assertSound(db);

  const lost = await previewed(caller, togglCsv([{ seconds: 1 }]));
  await deleteFrom(db, importTables, caller.orgId, lost.id);
  await db.query(sql`delete from imports where org_id = ${caller.orgId} and id = ${lost.id}`);
  await assert.rejects(assertSound(db), /import/);
  await db.query(sql`update schema_migrations set applied_at = ${later} where name = 'text_order'`);
  await assertSound(db);
});

test("the space of removed imports is used again, and other imports stay complete", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const [hostile, other] = [await world.newOrganization(), await world.newOrganization()];
  const tables = ["import_row_blocks", "import_doubt_blocks", "import_chunks"];
  const bytesOf = async () =>
    one(
      await db.query<{ bytes: number }>(
        sql`select sum(pg_total_relation_size(t::regclass))::bigint as bytes from unnest(${tables}::text[]) t`,
      ),
    ).bytes;
  const before = await bytesOf();
  const large = () =>
    togglCsv(Array.from({ length: 3_000 }, () => ({ description: randomBytes(60).toString("base64") })));
  const beside = await previewed(other, rows(20));
  const { id } = await previewed(hostile, large());
  const full = await bytesOf();
  assert.equal((await hostile.delete(`/v1/imports/${id}`)).status, 202);
  // Autovacuum does this too, but only once a minute.
  await db.query(raw(`vacuum ${tables.join(", ")}`));
  assert.equal((await previewed(hostile, large())).status, "previewed");
  assert.ok((await bytesOf()) - before < 1.3 * (full - before));
  const { proof, preview } = await applied(other, beside.id);
  assert.deepEqual([proof.isExact, preview.totals.imported.rows], [true, 20]);
  assert.equal((await undone(other, beside.id)).status, "undone");
});
