import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { previewed, settled, togglCsv } from "#test/worlds/import-files.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { lockMembers } from "./overlaps.ts";

// A separate database, because the locks of all sessions are counted.
const { db } = await createDatabase();
const world = await newTestApp({ db });

const people = 300;
const ofThisDatabase = sql`database = (select oid from pg_database where datname = current_database())`;

async function countLocks(isGranted: boolean): Promise<number> {
  const locks = await db.query(sql`
    select 1 from pg_locks where locktype = 'advisory' and granted = ${isGranted} and ${ofThisDatabase}`);
  return locks.length;
}

test("an import of many people holds few locks, and a create of overlapping time waits and is refused", async () => {
  const owner = await world.newOrganization();
  const other = await world.newOrganization();
  const [where, elsewhere] = [await newProject(owner), await newProject(other)];
  for (const caller of [owner, other])
    assert.equal((await caller.patch("/v1/organization", { entryRules: { overlaps: "refuse" } })).status, 200);
  const rows = Array.from({ length: people }, (_, at) => ({ user: `Person ${at}`, email: `p${at}@example.com` }));
  const { id } = await previewed(owner, togglCsv(rows));
  const mapped = { "p0@example.com": { userId: owner.userId } };
  assert.equal((await owner.patch(`/v1/imports/${id}`, { people: mapped })).status, 200);
  await settled(owner, id);

  const fold = sql`select pg_advisory_xact_lock(hashtextextended(${`fold ${owner.orgId}`}, 0))`;
  const first = await hold(db, fold);
  assert.equal((await owner.post(`/v1/imports/${id}/apply`)).status, 202);
  const applying = settled(owner, id);
  await first.untilItBlocks(1);
  // Outdates the first attempt. The second one locks the members before it writes the entries.
  assert.equal((await owner.patch("/v1/organization", { entryRules: { requireTag: true } })).status, 200);
  assert.equal((await owner.patch("/v1/organization", { entryRules: { requireTag: false } })).status, 200);
  const following = hold(db, fold);
  await first.untilItBlocks(2);
  await first.commit();
  const second = await following;
  await second.untilItBlocks(1);

  const held = await countLocks(true);
  assert.ok(held < 20, `${held} advisory locks`);
  const body = { startedAt: "2026-03-02T09:30:00Z", durationSeconds: 3600 };
  const creating = owner.post("/v1/time-entries", entryBody(where, body));
  await waitFor(async () => (await countLocks(false)) === 2);
  assert.equal((await other.post("/v1/time-entries", entryBody(elsewhere, body))).status, 201);
  await second.commit();
  assertProblem(await creating, 422, "entry_rule", ["/entryRules/overlaps"]);
  const { status, preview } = await applying;
  assert.deepEqual([status, preview.totals.imported.rows], ["applied", people]);
});

test("a lock of many members waits for a lock of one, and for no other organization's", async () => {
  const [owner, other] = [await world.newOrganization(), await world.newOrganization()];
  const many = Array.from({ length: people }, (_, at) => `user_${at}`);
  const lock = (orgId: string, userIds: string[]) => db.transaction((tx) => lockMembers(tx, orgId, userIds));
  let isLocked = false;
  let waiting: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await lockMembers(tx, owner.orgId, [owner.userId]);
    await lock(owner.orgId, [other.userId]);
    await lock(other.orgId, many);
    waiting = lock(owner.orgId, many).then(() => (isLocked = true));
    await waitFor(async () => (await countLocks(false)) === 1);
    assert.equal(isLocked, false);
  });
  await waiting;
  assert.equal(isLocked, true);
});
