import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { togglCsv, upload } from "#test/worlds/import-files.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { createTestJobs } from "#test/processes/test-jobs.ts";
import { startImportWorker, workOnImports } from "./import-worker.ts";

const large = `${togglCsv([{}])}${" ".repeat(1_100_000)}`;

async function twoTenants() {
  const database = await createDatabase();
  const app = await newTestApp({ db: database.db });
  return { ...database, hostile: await app.newOrganization(), other: await app.newOrganization() };
}

test("a small file is previewed while another organization's large ones never end", async (t) => {
  const { db, connection, hostile, other } = await twoTenants();
  for (let at = 0; at < 3; at++) await upload(hostile, large);
  const held = await hold(db, sql`select 1 from imports where org_id = ${hostile.orgId} for update`);
  const deps = {
    jobs: createTestJobs(),
    metrics: createMetrics(),
    connection,
    folder: tmpdir(),
    onCommit: () => undefined,
    onError: () => undefined,
    everyMs: 10,
  };
  const worker = startImportWorker(deps);
  t.after(worker.stop);
  await held.untilItBlocks(1);
  const { id } = await upload(other, togglCsv([{}]));
  await waitFor(async () => (await other.get(`/v1/imports/${id}`)).json.status === "previewed");
  await other.post(`/v1/imports/${id}/apply`);
  await waitFor(async () => (await other.get(`/v1/imports/${id}`)).json.status === "applied");
  const states = (await hostile.get("/v1/imports")).json.data.map(({ status }: { status: string }) => status);
  assert.deepEqual(states, ["reading", "reading", "reading"]);
  await held.commit();
});

test("the next import belongs to the organization that was served least recently", async () => {
  const { db, hostile, other } = await twoTenants();
  const names = new Map([
    [hostile.orgId, "hostile"],
    [other.orgId, "other"],
  ]);
  for (let at = 0; at < 3; at++) await upload(hostile, togglCsv([{}]));
  for (let at = 0; at < 2; at++) await upload(other, togglCsv([{}]));
  const deps = { folder: tmpdir(), onCommit: () => undefined, onError: (error: unknown) => assert.fail(String(error)) };
  await workOnImports(db, deps);
  const served = await db.query<{ org_id: string }>(sql`select org_id from imports order by updated_at`);
  const order = served.map(({ org_id: orgId }) => names.get(orgId));
  assert.deepEqual(order, ["hostile", "other", "hostile", "other", "hostile"]);
});
