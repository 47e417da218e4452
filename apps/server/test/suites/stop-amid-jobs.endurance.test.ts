import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { listBackups } from "#platform/backup/queries.ts";
import { sql } from "#platform/database/database.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { backupFolder } from "#test/worlds/backups.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { previewed, togglCsv } from "#test/worlds/import-files.ts";
import { receiver, register, untilStatus } from "#test/deliveries/sending.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";

test("SIGTERM during an import, a backup, a cleanup, a fold and a delivery ends the service, and nothing is lost", async (t) => {
  const database = await createDatabase();
  const { db } = database;
  const owner = await (await newTestApp({ db })).newOrganization();
  const where = await newProject(owner);
  const entry = await newEntry(owner, where);
  const { id } = await previewed(owner, togglCsv([{ project: "Imported", seconds: 60 }]));
  const folder = await backupFolder(t);
  const settings = {
    BACKUP_DIR: folder,
    BACKUP_AT: "off",
    BACKUP_VERIFY: "off",
    DRAIN_SECONDS: "0",
    SECRET_KEY: testSecretKey.toString("base64"),
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
  const hook = await receiver(t, (response, { attempt }) => (attempt === 1 ? undefined : response.end("ok")));
  const endpoint = await register(owner, hook.url, { events: ["time_entry.created"] });
  // This lock and those below block all four jobs: the cleanup deletes links, the fold and the import write sums, and
  // the backup reads saved reports.
  const held = await hold(db, sql`lock table one_time_links in access exclusive mode`);
  await held.query(sql`set local idle_in_transaction_session_timeout = 0`);
  const service = await startServiceProcess(t, database, settings);
  await held.query(sql`lock table saved_reports, time_sums in access exclusive mode`);
  assert.equal((await owner.patch(`/v1/time-entries/${entry.id}`, { durationSeconds: 1 })).status, 200);
  const headers = { authorization: `Bearer ${owner.apiKey}` };
  const send = async (method: "GET" | "POST", url: string, path: string) => {
    const answer = await fetch(`${url}${path}`, { method, headers });
    assert.ok(answer.ok, await answer.text());
  };
  await send("POST", service.url, `/v1/imports/${id}/apply`);
  await send("POST", service.url, "/v1/installation/backups");
  await held.untilItBlocks(4);
  // Requests still get replies while all jobs hang.
  for (const path of ["/readyz", "/v1/time-entries"]) await send("GET", service.url, path);
  // Start the webhook attempt last, because an attempt times out after 15 s.
  await newEntry(owner, where);
  await hook.until(1);
  const began = performance.now();
  const { code, log } = await service.terminate();
  t.diagnostic(`ended after ${Math.round(performance.now() - began)} ms`);
  assert.equal(code, 0, log);
  assert.deepEqual(await readdir(folder), []);
  const [interrupted] = await listBackups(db, 9);
  assert.equal(interrupted?.error, "The service is stopping: the backup was not completed.");
  await held.commit();

  const next = await startServiceProcess(t, database, settings);
  await waitFor(async () => (await owner.get(`/v1/imports/${id}`)).json.status === "applied");
  assert.equal((await owner.get(`/v1/imports/${id}`)).json.proof.isExact, true);
  assert.equal((await owner.get("/v1/time-entries")).json.data.length, 3);
  await waitFor(async () => (await db.query(sql`select 1 from time_sum_deltas`)).length === 0);
  const { attempts } = await untilStatus(owner, endpoint, "delivered");
  assert.deepEqual(
    attempts.map(({ error }) => error),
    ["interrupted: the server was stopped", null],
  );
  assert.equal(hook.received.length, 2);
  await send("POST", next.url, "/v1/installation/backups");
  await waitFor(async () => ((await listBackups(db, 9))[0]?.bytes ?? 0) > 0);
  await assertSound(db);
});
