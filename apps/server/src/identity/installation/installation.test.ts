import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startOwnBackups } from "#commands/backup/scheduled-backups.ts";
import { loadConfig } from "#platform/config/config.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { backupFolder } from "#test/worlds/backups.ts";
import { waitFor } from "#test/databases/hold.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { createTestJobs } from "#test/processes/test-jobs.ts";

const path = "/v1/installation/backups";

async function newInstallation(t: TestContext, settings: Record<string, string>) {
  const { db, connection } = await createDatabase();
  const folder = join(await backupFolder(t), "backups");
  const backups = startOwnBackups({
    jobs: createTestJobs(),
    config: loadConfig({
      DATABASE_URL: "postgres://localhost/x",
      BACKUP_DIR: folder,
      BACKUP_VERIFY: "off",
      ...settings,
    }),
    connection,
    db,
    dataDir: undefined,
    logger: { info: () => undefined, error: () => undefined },
    metrics: createMetrics(),
    now: () => new Date(),
  });
  t.after(() => backups?.stop());
  return { ...(await newTestApp({ db, backups })), folder };
}

test("the owner of the only organization sees the backups and starts one", async (t) => {
  const { newOrganization, folder } = await newInstallation(t, {
    BACKUP_AT: "04:30 Europe/Berlin",
    BACKUP_KEEP: "7d,4w",
  });
  const owner = await newOrganization();
  const schedule = { time: "04:30", timeZone: "Europe/Berlin", keepDays: 7, keepWeeks: 4, keepMonths: 0 };
  assert.deepEqual((await owner.get(path)).json, { schedule, data: [] });
  assert.deepEqual((await owner.post(path)).json, { status: "begun" });
  const list = async () => (await owner.get(path)).json.data;
  await waitFor(async () => typeof (await list())[0]?.finishedAt === "string");
  const [backup, ...others] = await list();
  assert.deepEqual(others, []);
  assert.deepEqual([backup.scheduledAt, backup.verifiedAt, backup.error], [null, null, null]);
  assert.ok(backup.sizeBytes > 10_000);
  assert.deepEqual(await readdir(folder), [backup.file]);
});

test("if there are several organizations, their owners can neither see nor start backups unless the operator permits it", async (t) => {
  const { newOrganization, folder } = await newInstallation(t, { BACKUP_AT: "off" });
  const [one, other] = [await newOrganization(), await newOrganization()];
  for (const owner of [one, other]) {
    assertProblem(await owner.get(path), 403, "forbidden");
    assertProblem(await owner.post(path), 403, "forbidden");
  }
  await assert.rejects(readdir(folder), { code: "ENOENT" });

  const open = await newInstallation(t, { BACKUP_AT: "off", BACKUP_OWNERS: "all" });
  const [mine] = [await open.newOrganization(), await open.newOrganization()];
  assert.deepEqual((await mine.get(path)).json, { schedule: null, data: [] });
  const closed = await newInstallation(t, { BACKUP_AT: "off", BACKUP_OWNERS: "none" });
  assertProblem(await (await closed.newOrganization()).get(path), 403, "forbidden");
});

test("without a folder there is nothing to see, and nothing can be started", async () => {
  const { db } = await createDatabase();
  const owner = await (await newTestApp({ db, backups: undefined })).newOrganization();
  assert.deepEqual((await owner.get(path)).json, { schedule: null, data: [] });
  assertProblem(await owner.post(path), 503, "not_configured");
});
