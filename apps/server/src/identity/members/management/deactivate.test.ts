import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { eventsOf } from "#test/deliveries/webhook-events.ts";

const pathTo = (member: Pick<Caller, "userId">) => `/v1/members/${member.userId}`;

test("a deactivated member can be read, and deactivated only once", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");

  assert.equal((await owner.delete(pathTo(member))).status, 204);

  const read = await owner.get(pathTo(member));
  assert.deepEqual(
    [read.status, read.json.status, read.json.role, read.json.version],
    [200, "deactivated", "member", 2],
  );
  assert.ok(Math.abs(Date.parse(read.json.deactivatedAt) - Date.now()) < 60_000);
  assertProblem(await owner.delete(pathTo(member)), 404, "not_found");
  assert.deepEqual((await owner.patch(pathTo(member), { status: "deactivated" })).json, read.json);
  const back = await owner.patch(pathTo(member), { status: "active", role: "viewer" });
  assert.deepEqual([back.json.status, back.json.deactivatedAt, back.json.role], ["active", null, "viewer"]);
});

test("keys and sessions end at once and for good; those of other members and organizations do not", async () => {
  const { db, newOrganization, newMember, newKey, newSession } = await testApp();
  const [owner, elsewhere] = [await newOrganization(), await newOrganization()];
  const member = await newMember(owner, "admin");
  const held = [member, await newKey(member, scopes), await newSession(member)];
  const other = await newMember(owner, "member");
  await db.query(sql`
    insert into members (org_id, user_id, role) values (${elsewhere.orgId}, ${member.userId}, 'member')`);
  const there = await newKey({ ...member, orgId: elsewhere.orgId }, scopes);
  for (const key of [...held, other, there]) assert.equal((await key.get("/v1/me")).status, 200);

  assert.equal((await owner.delete(pathTo(member))).status, 204);

  for (const key of held) assertProblem(await key.get("/v1/me"), 401, "revoked_api_key");
  for (const key of [other, there]) assert.equal((await key.get("/v1/me")).status, 200);
  assert.equal((await owner.patch(pathTo(member), { status: "active" })).status, 200);
  for (const key of held) assertProblem(await key.get("/v1/me"), 401, "revoked_api_key");
  assert.equal((await (await newKey(member, scopes)).get("/v1/me")).status, 200);
  const changes = await db.query<{ action: string; target_id: string; user_id: string }>(sql`
    select action, target_id, user_id from changes
     where org_id = ${owner.orgId} and action in ('api_key.revoked', 'session.ended') order by target_id`);
  assert.deepEqual(
    changes,
    held
      .map(({ keyId }, at) => ({
        action: at === 2 ? "session.ended" : "api_key.revoked",
        target_id: keyId,
        user_id: owner.userId,
      }))
      .toSorted((a, b) => (a.target_id < b.target_id ? -1 : 1)),
  );
});

test("a key created for a deactivated member does not become valid when they return", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  await owner.delete(pathTo(member));
  const late = await newKey(member, scopes);
  assertProblem(await late.get("/v1/me"), 401, "revoked_api_key");
  await owner.patch(pathTo(member), { status: "active" });
  assertProblem(await late.get("/v1/me"), 401, "revoked_api_key");
});

test("an admin may leave; the reply arrives, and later requests are refused", async () => {
  const { newOrganization, newMember } = await testApp();
  const admin = await newMember(await newOrganization(), "admin");
  assert.equal((await admin.delete(pathTo(admin))).status, 204);
  assertProblem(await admin.get("/v1/me"), 401, "revoked_api_key");
});

test("a running timer is stopped and becomes an entry; one that began in a locked period continues", async () => {
  const { db, newOrganization, newMember } = await testApp();
  for (const isLocked of [false, true]) {
    const owner = await newOrganization();
    const member = await newMember(owner, "member");
    const { projectId } = await newProject(owner);
    const startedAt = new Date(Date.now() - 3_600_000).toISOString();
    assert.equal((await member.post("/v1/timer", { projectId, startedAt })).status, 201);
    if (isLocked) await owner.patch("/v1/organization", { lockDate: "2199-01-01" });

    const events = await eventsOf(owner, {}, async () => {
      assert.equal((await owner.delete(pathTo(member))).status, 204);
    });

    const running = await db.query(sql`select 1 from timers where org_id = ${owner.orgId}`);
    const { data } = (await owner.get(`/v1/time-entries?userId=${member.userId}`)).json;
    assert.equal(running.length, isLocked ? 1 : 0);
    assert.deepEqual(
      data.map((entry: { durationSeconds: number }) => entry.durationSeconds >= 3600),
      isLocked ? [] : [true],
    );
    assert.deepEqual(
      events.map(({ type }) => type).toSorted(),
      isLocked ? ["member.removed"] : ["member.removed", "time_entry.created", "timer.stopped"],
    );
  }
});

test("the entries of a deactivated member stay, and can be corrected and completed", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const entry = await newEntry(member, where);
  await owner.delete(pathTo(member));

  const corrected = await owner.patch(`/v1/time-entries/${entry.id}`, { durationSeconds: 60 });
  assert.deepEqual([corrected.status, corrected.json.userId], [200, member.userId]);
  const late = await owner.post("/v1/time-entries", entryBody(where, { userId: member.userId }));
  assert.equal(late.status, 201, late.text);
  const { groups } = (await owner.get("/v1/reports/summary?groupBy=user")).json;
  assert.deepEqual([groups[0].key, groups[0].name], [member.userId, "member"]);
});

test("two owners who demote themselves concurrently leave one owner", async () => {
  const { newOrganization, newMember, db } = await testApp();
  for (const act of [
    (owner: Caller) => owner.patch(pathTo(owner), { role: "admin" }),
    (owner: Caller) => owner.delete(pathTo(owner)),
  ]) {
    const first = await newOrganization();
    const second = await newMember(first, "owner");
    // Both requests pass the earlier checks, then wait for this lock.
    const held = await hold(db, sql`lock table organizations in exclusive mode`);
    const both = Promise.all([act(first), act(second)]);
    await held.untilItBlocks(2);
    await held.commit();
    const statuses = (await both).map(({ status }) => status);
    assert.deepEqual(statuses.filter((status) => status === 409).length, 1, String(statuses));
    assert.equal(await countOwners(first.orgId), 1);
  }
});

test("two owners who demote each other concurrently leave one owner", async () => {
  const { newOrganization, newMember, db } = await testApp();
  for (const act of [
    (owner: Caller, other: Caller) => owner.patch(pathTo(other), { role: "viewer" }),
    (owner: Caller, other: Caller) => owner.delete(pathTo(other)),
    (owner: Caller, other: Caller) => owner.post("/v1/organization/transfer", { userId: other.userId }),
  ]) {
    const first = await newOrganization();
    const second = await newMember(first, "owner");
    const held = await hold(db, sql`lock table organizations in exclusive mode`);
    const both = Promise.all([act(first, second), act(second, first)]);
    await held.untilItBlocks(2);
    await held.commit();
    const statuses = (await both).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status < 300).length >= 1, true, String(statuses));
    assert.ok((await countOwners(first.orgId)) >= 1);
    assert.ok(statuses.every((status) => status < 500));
  }
});

test("a member who has been demoted can no longer do what needed the role", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const second = await newMember(owner, "owner");
  const third = await newMember(owner, "owner");
  const held = await hold(
    db,
    sql`update members set role = 'admin' where org_id = ${owner.orgId} and user_id = ${second.userId}`,
  );
  await held.query(sql`select 1 from organizations where id = ${owner.orgId} for no key update`);
  const late = second.patch(pathTo(third), { role: "viewer" });
  await held.untilItBlocks(1);
  await held.commit();
  assertProblem(await late, 403, "forbidden");
  assert.equal((await owner.get(pathTo(third))).json.role, "owner");
});

async function countOwners(orgId: string): Promise<number> {
  const { db } = await testApp();
  const rows = await db.query(
    sql`select 1 from members where org_id = ${orgId} and role = 'owner' and deactivated_at is null`,
  );
  return rows.length;
}
