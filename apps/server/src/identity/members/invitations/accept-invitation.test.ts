import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#identity/access.ts";
import { insertUser } from "#identity/members/queries.ts";
import { sql } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { hold, listBlocked, waitFor } from "#test/databases/hold.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { newInvitation } from "#test/worlds/factories.ts";
import { eventsOf } from "#test/deliveries/webhook-events.ts";
import { acceptInvitation, readInvitation } from "./accept-invitation.ts";

const tokenOf = ({ link }: Json): string => link.split("#token=")[1];
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

async function newPerson(email: string): Promise<string> {
  const { db } = await testApp();
  return (await insertUser(db, { id: newId("user"), email, name: "Jo" })).id;
}

async function accept(token: string, userId: string, now = new Date()) {
  const { db } = await testApp();
  return db.transaction((tx) => acceptInvitation(tx, { requestId: "accepting" }, { userId, token }, { now }));
}

async function changesBy(caller: Caller, userId: string): Promise<string[]> {
  const rows = await caller.world.db.query<{ action: string; request_id: string; key_id: string | null }>(sql`
    select action, request_id, key_id from changes
     where org_id = ${caller.orgId} and user_id = ${userId} and action <> 'api_key.refused' order by id`);
  for (const row of rows) assert.deepEqual([row.request_id, row.key_id], ["accepting", null]);
  return rows.map(({ action }) => action);
}

const isInvalidLink = (error: unknown) => error instanceof AppError && error.code === "invalid_link";

test("accepting makes the person a member in the offered role, recorded as their own action", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const made = await newInvitation(owner, { role: "manager" });
  const userId = await newPerson(made.email.toUpperCase());

  const shown = await readInvitation((await testApp()).db, { token: tokenOf(made), now: new Date() });
  assert.deepEqual([shown.email, shown.organization_name, shown.role], [made.email, "Test", "manager"]);
  const events = await eventsOf(owner, {}, () => accept(tokenOf(made), userId));

  const { json } = await owner.get(`/v1/members/${userId}`);
  assert.deepEqual([json.role, json.status, json.name], ["manager", "active", "Jo"]);
  assert.equal((await owner.get(`/v1/invitations/${made.id}`)).json.status, "accepted");
  assert.deepEqual((await changesBy(owner, userId)).toSorted(), ["invitation.accepted", "member.added"]);
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object]),
    [["member.added", json]],
  );
  await assert.rejects(accept(tokenOf(made), userId), isInvalidLink);
});

test("an unknown, expired, revoked or replaced link is refused with the same code", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const [expired, revoked, replaced] = [
    await newInvitation(owner),
    await newInvitation(owner),
    await newInvitation(owner),
  ];
  await owner.delete(`/v1/invitations/${revoked.id}`);
  const fresh = (await owner.post(`/v1/invitations/${replaced.id}/resend`)).json;
  for (const [token, email, now] of [
    ["", "a@example.com", new Date()],
    ["x".repeat(43), "a@example.com", new Date()],
    [tokenOf(expired), expired.email, inDays(7.01)],
    [tokenOf(revoked), revoked.email, new Date()],
    [tokenOf(replaced), replaced.email, new Date()],
  ] as const) {
    await assert.rejects(readInvitation(db, { token, now }), isInvalidLink);
    await assert.rejects(accept(token, await newPerson(email), now), isInvalidLink);
  }
  await accept(tokenOf(fresh), await newPerson(fresh.email));
  await accept(tokenOf(expired), await newPerson(expired.email), inDays(6.99));
});

test("only the person with the address can accept, and the link stays valid for them", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const made = await newInvitation(owner);
  const stranger = await newPerson(`x${made.email}`);
  await assert.rejects(accept(tokenOf(made), stranger), { code: "forbidden" });
  await assert.rejects(accept(tokenOf(made), "user_0"), { code: "forbidden" });
  assert.deepEqual(await changesBy(owner, stranger), []);
  await accept(tokenOf(made), await newPerson(made.email));
});

test("a link that is used twice concurrently makes one member", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const made = await newInvitation(owner);
  const userId = await newPerson(made.email);
  const held = await hold(db, sql`lock table organizations in exclusive mode`);
  const both = Promise.allSettled([accept(tokenOf(made), userId), accept(tokenOf(made), userId)]);
  await held.untilItBlocks(2);
  await held.commit();
  const outcomes = await both;
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  for (const outcome of outcomes) if (outcome.status === "rejected") assert.ok(isInvalidLink(outcome.reason));
  assert.deepEqual((await changesBy(owner, userId)).length, 2);
});

test("a link that is revoked or replaced while it is used is refused", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  for (const change of [
    (id: string) => owner.delete(`/v1/invitations/${id}`),
    (id: string) => owner.post(`/v1/invitations/${id}/resend`),
  ]) {
    const made = await newInvitation(owner);
    const userId = await newPerson(made.email);
    const held = await hold(db, sql`select 1 from organizations where id = ${owner.orgId} for no key update`);
    const changing = change(made.id);
    await held.untilItBlocks(1);
    const [waiting] = await listBlocked(db);
    const accepting = accept(tokenOf(made), userId);
    const refused = assert.rejects(accepting, isInvalidLink);
    // Waits until the first request blocks the second, so they are served in order of arrival.
    await waitBehind(waiting ?? 0);
    await held.commit();
    assert.ok((await changing).status < 300);
    await refused;
  }
});

async function waitBehind(pid: number): Promise<void> {
  const { db } = await testApp();
  await waitFor(async () => {
    const behind = sql`select 1 from pg_stat_activity where ${pid}::integer = any(pg_blocking_pids(pid))`;
    return (await db.query(behind)).length > 0;
  });
}

test("a former member returns in the offered role; an active one keeps theirs", async () => {
  const { db, newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  for (const isActive of [false, true]) {
    const member = await newMember(owner, "manager");
    await owner.delete(`/v1/members/${member.userId}`);
    const late = await newKey(member, []);
    const { email } = (await owner.get(`/v1/members/${member.userId}`)).json;
    const made = await newInvitation(owner, { email, role: "viewer" });
    if (isActive)
      await db.query(sql`
        update members set deactivated_at = null where org_id = ${owner.orgId} and user_id = ${member.userId}`);

    await accept(tokenOf(made), member.userId);

    const { json } = await owner.get(`/v1/members/${member.userId}`);
    const role: Role = isActive ? "manager" : "viewer";
    assert.deepEqual([json.status, json.role], ["active", role]);
    // Reactivating a member revokes the keys created while the member was deactivated.
    assert.equal((await late.get("/v1/me")).status, isActive ? 200 : 401);
    const expected = isActive ? ["invitation.accepted"] : ["api_key.revoked", "invitation.accepted", "member.added"];
    assert.deepEqual((await changesBy(owner, member.userId)).toSorted(), expected);
  }
});

test("an invitation from before a removal does not bring the member back, and a later one does", async () => {
  const { newOrganization, newMember, newSession } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const path = `/v1/members/${member.userId}`;
  const { email } = (await owner.get(path)).json;
  const removals = [
    () => owner.delete(path),
    () => owner.patch(path, { status: "deactivated" }),
    async () => (await newSession(member)).delete("/v1/me/membership"),
  ];
  for (const remove of removals) {
    assert.equal((await owner.delete(path)).status, 204);
    const made = await newInvitation(owner, { email, role: "admin" });
    assert.equal((await owner.patch(path, { status: "active" })).status, 200);
    assert.ok((await remove()).status < 300);

    await assert.rejects(accept(tokenOf(made), member.userId), isInvalidLink);
    const { status, revokedAt } = (await owner.get(`/v1/invitations/${made.id}`)).json;
    assert.equal(status, "revoked");
    assert.ok(revokedAt !== null);
    assert.equal((await owner.get(path)).json.status, "deactivated");

    await accept(tokenOf(await newInvitation(owner, { email, role: "member" })), member.userId);
    assert.equal((await owner.get(path)).json.status, "active");
  }
});

test("a removal leaves invitations to other people and of other organizations alone", async () => {
  const { newOrganization, newMember } = await testApp();
  const [owner, elsewhere] = [await newOrganization(), await newOrganization()];
  const member = await newMember(owner, "member");
  const { email } = (await owner.get(`/v1/members/${member.userId}`)).json;
  const kept = [
    [elsewhere, await newInvitation(elsewhere, { email })],
    [owner, await newInvitation(owner, {})],
  ] as const;
  assert.equal((await owner.delete(`/v1/members/${member.userId}`)).status, 204);
  for (const [sender, { id }] of kept) assert.equal((await sender.get(`/v1/invitations/${id}`)).json.status, "pending");
});

test("one person accepts the invitations of two organizations", async () => {
  const { newOrganization } = await testApp();
  const [here, there] = [await newOrganization(), await newOrganization()];
  const first = await newInvitation(here, { role: "viewer" });
  const second = await newInvitation(there, { email: first.email, role: "admin" });
  const userId = await newPerson(first.email);
  await accept(tokenOf(first), userId);
  await accept(tokenOf(second), userId);
  assert.equal((await here.get(`/v1/members/${userId}`)).json.role, "viewer");
  assert.equal((await there.get(`/v1/members/${userId}`)).json.role, "admin");
});
