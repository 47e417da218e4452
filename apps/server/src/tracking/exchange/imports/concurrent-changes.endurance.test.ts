import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { newProject } from "#test/worlds/factories.ts";
import { applied, previewed, settled, togglCsv, undone } from "#test/worlds/import-files.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const rows = [{ seconds: 60 }, { seconds: 61 }, { seconds: 62 }, { seconds: 63, project: "New" }];

/** An owner, a colleague, and an import whose client, project and task exist. */
async function newImport() {
  const world = await testApp();
  const owner = await world.newOrganization();
  const client = await owner.post("/v1/clients", { name: "Acme" });
  const where = await newProject(owner, { clientId: client.json.id });
  const { id } = await previewed(owner, togglCsv(rows));
  return { db: world.db, owner, colleague: await world.newMember(owner, "admin"), where, id };
}

async function startApplying(caller: Caller, id: string): Promise<Promise<Json>> {
  const answer = await caller.post(`/v1/imports/${id}/apply`);
  assert.equal(answer.status, 202, answer.text);
  return settled(caller, id);
}

const countEntries = async (caller: Caller) => (await caller.get("/v1/time-entries")).json.data.length;

async function countBlocked(db: DatabasePool): Promise<number> {
  const blocked = await db.query(sql`
    select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
  return blocked.length;
}

test("a task or project that an import uses can't be deleted while the import is applied", async () => {
  const { db, owner, colleague, where, id } = await newImport();
  await owner.patch(`/v1/imports/${id}`, { rates: "take" });
  // Blocks the import after it has planned and before it writes the entries.
  const held = await hold(db, sql`select pg_advisory_xact_lock(hashtextextended(${`rates ${owner.orgId}`}, 0))`);
  const applying = startApplying(owner, id);
  await held.untilItBlocks(1);
  const paths = [`/v1/tasks/${where.taskId}`, `/v1/projects/${where.projectId}`];
  let areOver = false;
  const deleting = Promise.all(paths.map((path) => colleague.delete(path))).finally(() => (areOver = true));
  // Waits until the import and both deletions are blocked.
  await waitFor(async () => areOver || (await countBlocked(db)) === 3);
  await held.commit();
  const { status, proof, preview } = await applying;
  assert.deepEqual(
    [status, proof.isExact, preview.creates.entries, await countEntries(owner)],
    ["applied", true, 4, 4],
  );
  for (const answer of await deleting) assert.equal(answer.status, 409, answer.text);
});

for (const [table, of] of [
  ["tasks", "taskId"],
  ["projects", "projectId"],
] as const)
  test(`an import starts again if one of its ${table} is deleted before it locks them`, async () => {
    const { db, owner, where, id } = await newImport();
    const held = await hold(db, sql`delete from tasks where org_id = ${owner.orgId} and id = ${where.taskId}`);
    if (table === "projects")
      await held.query(sql`delete from projects where org_id = ${owner.orgId} and id = ${where.projectId}`);
    const applying = startApplying(owner, id);
    await held.untilItBlocks(1);
    await held.commit();
    const { status, proof, preview } = await applying;
    assert.deepEqual([status, proof.isExact], ["applied", true]);
    assert.partialDeepStrictEqual(preview.creates, { projects: table === "tasks" ? 1 : 2, tasks: 2, entries: 4 });
    const { data } = (await owner.get("/v1/time-entries")).json;
    assert.equal(data.length, 4);
    assert.ok(data.every((entry: Json) => entry[of] !== where[of]));
  });

test("an undo also removes the keys of entries that do not exist, so that the rows can be imported again", async () => {
  const { db, owner, id } = await newImport();
  await applied(owner, id);
  // Earlier versions stored such keys if a task was deleted while an import was applied.
  await db.query(
    sql`update import_keys set entry_id = 'time_lost' where org_id = ${owner.orgId} and import_id = ${id}`,
  );
  await undone(owner, id);
  assert.equal((await previewed(owner, togglCsv(rows))).preview.alreadyThere, 0);
});

test("an import starts again if the lock date moves and a person who was not needed before has rows", async () => {
  const { db, owner, colleague } = await newImport();
  assert.equal((await owner.patch("/v1/organization", { lockDate: "2026-03-01" })).status, 200);
  const early = { user: "Sam Roe", email: "sam@example.com", date: "2026-02-01" };
  const { id, preview } = await previewed(owner, togglCsv([{}, early]));
  assert.deepEqual([preview.creates.people, preview.creates.entries], [1, 1]);
  await owner.patch(`/v1/imports/${id}`, { rates: "take" });
  const held = await hold(db, sql`select pg_advisory_xact_lock(hashtextextended(${`rates ${owner.orgId}`}, 0))`);
  const applying = startApplying(owner, id);
  await held.untilItBlocks(1);
  assert.equal((await colleague.patch("/v1/organization", { lockDate: null })).status, 200);
  await held.commit();
  const { status, failure, proof, preview: done } = await applying;
  assert.deepEqual([status, failure, proof?.isExact], ["applied", null, true]);
  assert.partialDeepStrictEqual(done.creates, { people: 2, entries: 2 });
  assert.equal(await countEntries(owner), 2);
});
