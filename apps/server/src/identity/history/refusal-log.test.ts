import assert from "node:assert/strict";
import { test } from "node:test";
import { type Database, sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject, newWebhook } from "#test/worlds/factories.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { createRefusalLog, type Refusal } from "./refusal-log.ts";

async function refusals(caller: Caller): Promise<Json[]> {
  return (await caller.get("/v1/audit-events?action=api_key.refused&limit=200")).json.data;
}

const settled = (caller: Caller, count: number) => waitFor(async () => (await refusals(caller)).length >= count);

test("a key that has ended, or lacks a scope itself or by its role, is logged with the pattern of the path", async () => {
  const { newOrganization, newKey, newMember, db } = await newTestApp();
  const owner = await newOrganization();
  const entry = await newEntry(owner, await newProject(owner));
  const revoked = await newKey(owner, ["projects:read"]);
  await db.query(sql`update api_keys set revoked_at = now() where org_id = ${owner.orgId} and id = ${revoked.keyId}`);
  const expired = await newKey(owner, ["projects:read"], new Date(Date.now() - 1).toISOString());
  const weak = await newKey(owner, ["projects:read"]);
  const viewer = await newMember(owner, "viewer");
  const member = await newMember(owner, "member");
  const expected = new Map([
    [revoked.keyId, { reason: "revoked_api_key", method: "GET", path: "/v1/projects" }],
    [expired.keyId, { reason: "expired_api_key", method: "GET", path: "/v1/projects" }],
    [weak.keyId, { reason: "insufficient_scope", method: "GET", path: "/v1/time-entries/:id" }],
    [viewer.keyId, { reason: "forbidden", method: "POST", path: "/v1/projects" }],
    [member.keyId, { reason: "forbidden", method: "GET", path: "/v1/time-entries/:id" }],
  ]);
  assertProblem(await revoked.get("/v1/projects?q=secret"), 401, "revoked_api_key");
  assertProblem(await expired.get("/v1/projects"), 401, "expired_api_key");
  assertProblem(await weak.get(`/v1/time-entries/${entry.id}`), 403, "insufficient_scope");
  assertProblem(await viewer.post("/v1/projects", { name: "x" }), 403, "forbidden");
  assertProblem(await member.get(`/v1/time-entries/${entry.id}`), 403, "forbidden");

  await settled(owner, 5);

  const found = await refusals(owner);
  assert.deepEqual(new Map(found.map(({ targetId, details }) => [targetId, details])), expected);
  for (const { actor, targetType, changes, address, requestId } of found) {
    assert.deepEqual([actor.type, targetType, changes, address], ["key", "api_key", [], "127.0.0.1"]);
    assert.ok(requestId !== null);
  }
});

test("a key is logged once a minute per reason, and other refusals never", async () => {
  let nowMs = 0;
  const { newOrganization, newKey, anonymous } = await newTestApp({ monotonicMs: () => nowMs });
  const owner = await newOrganization();
  const weak = await newKey(owner, ["projects:read"]);
  const other = await newKey(owner, ["projects:read"]);
  for (let index = 0; index < 5; index++) assert.equal((await weak.get("/v1/time-entries")).status, 403);
  await settled(owner, 1);
  nowMs = 59_999;
  await weak.get("/v1/webhooks");
  await owner.get("/v1/projects/x");
  await owner.get("/v1/projects?no=such");
  await anonymous.send("GET", "/v1/projects");
  // Refusals are written in order, so once this one is written, all earlier ones are too.
  await other.get("/v1/time-entries");
  await settled(owner, 2);
  assert.deepEqual(
    (await refusals(owner)).map(({ targetId }): string => targetId).toSorted(),
    [weak.keyId, other.keyId].toSorted(),
  );
  nowMs = 60_000;
  await weak.get("/v1/webhooks");
  await settled(owner, 3);
  assert.equal((await refusals(owner))[0].details.path, "/v1/webhooks");
});

test("a refusal does not wait for the database, and queues no event", async () => {
  const { newOrganization, newKey, db } = await newTestApp();
  const owner = await newOrganization();
  const weak = await newKey(owner, ["projects:read"]);
  await newWebhook(owner, { events: ["*"] });
  const queued = () => db.query(sql`select change_id from event_queue where org_id = ${owner.orgId}`);
  const before = await queued();
  const held = await hold(db, sql`lock table changes in share mode`);
  assert.equal((await weak.get("/v1/time-entries")).status, 403);
  await held.untilItBlocks(1);
  assert.equal((await weak.get("/v1/time-entries")).status, 403);
  await held.commit();
  await settled(owner, 1);
  assert.deepEqual(await queued(), before);
});

const refusal = (keyId: string): Refusal => ({
  orgId: "org_0",
  userId: "user_0",
  keyId,
  reason: "forbidden",
  method: "GET",
  path: "/v1/projects",
  requestId: "r",
  address: "::1",
});

test("a flood of refusals uses one statement at a time and is bounded, and a database fault ends nothing", async () => {
  const { db: real } = await sharedDatabase();
  const statements: number[] = [];
  const faults: unknown[] = [];
  let underWay = 0;
  const db: Database = {
    async query(statement) {
      assert.equal(++underWay, 1);
      statements.push((JSON.parse(String(statement.values[0])) as unknown[]).length);
      return real.query<never>(statement).finally(() => underWay--);
    },
  };
  const log = createRefusalLog(db, (error) => faults.push(error));
  // PostgreSQL cannot store this path.
  log.note({ ...refusal("key_0"), path: "\0" }, 0);
  for (let index = 1; index < 3000; index++) log.note(refusal(`key_${index}`), 0);
  await log.settled();
  assert.deepEqual([statements, faults.length], [[1, 1000], 1]);
  log.note(refusal("key_1"), 60_000);
  await log.settled();
  assert.deepEqual([statements, faults.length], [[1, 1000, 1], 1]);
  const stored = await real.query(sql`select 1 from changes where org_id = 'org_0'`);
  assert.equal(stored.length, 1001);
});
