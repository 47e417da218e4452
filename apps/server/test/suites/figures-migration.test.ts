import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { foldTimeSums } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";

const folder = new URL("../../migrations/", import.meta.url);

async function readMigration(name: string): Promise<string> {
  const file = (await readdir(folder)).find((candidate) => candidate.endsWith(`_${name}.sql`));
  assert.ok(file !== undefined, name);
  return readFile(new URL(file, folder), "utf8");
}

/** Reverts the migration. */
async function goBack(db: DatabasePool): Promise<void> {
  for (const [table, columns] of [
    ["time_entries", "cost_rate_source"],
    ["time_sums", "costed_seconds billable_costed_seconds amount_rest"],
    ["time_sum_deltas", "rate_minor cost_rate_source"],
  ] as const) {
    for (const column of columns.split(" ")) await db.query(raw(`alter table ${table} drop column ${column}`));
  }
}

test("entries that were priced before their figures were stored get them, folded or not", async () => {
  const { db } = await createDatabase();
  const { newOrganization, newMember } = await newTestApp({ db });
  const [owner, unpriced] = [await newOrganization(), await newOrganization()];
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  await newEntry(member, where, { durationSeconds: 60 });
  const rate = async (body: object) => {
    assert.equal((await owner.post("/v1/rates", body)).status, 201);
  };
  await rate({ kind: "billable", scope: "organization", rateMinor: 10_001 });
  await rate({ kind: "cost", scope: "member", userId: owner.userId, rateMinor: 4000 });
  await rate({ kind: "cost", scope: "project", projectId: where.projectId, rateMinor: 0, effectiveFrom: "2026-03-05" });
  for (const startedAt of ["2026-03-02T09:00:00Z", "2026-03-06T09:00:00Z"])
    await newEntry(owner, where, { startedAt, durationSeconds: 1234 });
  await newEntry(unpriced, await newProject(unpriced));
  await foldTimeSums(db);
  await newEntry(member, where, { durationSeconds: 777, billable: false });
  const shown = async () => [
    (await owner.get("/v1/time-entries?limit=200")).json,
    (await owner.get("/v1/reports/summary?groupBy=user,billable")).json,
    (await owner.get("/v1/reports/costs")).json,
    (await unpriced.get("/v1/reports/summary")).json,
  ];
  const before = await shown();

  await goBack(db);
  const client = await db.connect();
  await client.query(`begin; ${await readMigration("figures")}; commit`);
  client.release();
  const kept = await db.query(sql`select distinct org_id from time_sums`);
  assert.deepEqual(kept, [{ org_id: unpriced.orgId }], "sums without prices stay");

  assert.deepEqual(await shown(), before);
  await foldTimeSums(db);
  assert.deepEqual(await shown(), before);
});
