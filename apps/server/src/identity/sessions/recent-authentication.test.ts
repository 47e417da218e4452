import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newInvitation, newProject, newWebhook } from "#test/worlds/factories.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

// This test covers operations that need recent authentication only in some cases. test/cases/rights-table.ts lists
// those that always need it.

async function age(session: Caller, minutes: number): Promise<void> {
  await session.world.db.query(sql`
    update api_keys set authenticated_at = now() - make_interval(mins => ${minutes})
     where org_id = ${session.orgId} and id = ${session.keyId}`);
}

test("granting rights needs a recently authenticated session, removing them does not", async () => {
  const { newOrganization, newMember, newKey, newSession } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const idle = await newMember(owner, "viewer");
  await owner.delete(`/v1/members/${idle.userId}`);
  const session = await newSession(owner);
  const ending = await newKey(owner, scopes, "2199-01-01T00:00:00Z");
  const invitation = await newInvitation(owner);
  const acts = [
    () => session.patch(`/v1/members/${member.userId}`, { role: "owner" }),
    () => session.patch(`/v1/members/${member.userId}`, { role: "admin" }),
    () => session.patch(`/v1/members/${member.userId}`, { role: "manager" }),
    () => session.patch(`/v1/members/${idle.userId}`, { status: "active" }),
    () => session.post("/v1/organization/transfer", { userId: member.userId }),
    () => session.post("/v1/invitations", { email: "boss@example.com", role: "admin" }),
    () => session.post("/v1/invitations", { email: "jo@example.com" }),
    () => session.post(`/v1/invitations/${invitation.id}/resend`),
    () => session.patch("/v1/organization", { membersMayMakeKeys: true }),
    () => session.patch(`/v1/api-keys/${ending.keyId}`, { expiresAt: null }),
  ];
  await owner.patch("/v1/organization", { membersMayMakeKeys: false });
  await age(session, 11);
  for (const act of acts) assertProblem(await act(), 403, "reauthentication_required");
  for (const nothing of [{ role: "member" }, { status: "active" }])
    assert.equal((await session.patch(`/v1/members/${member.userId}`, nothing)).status, 200);
  assert.equal((await session.patch("/v1/organization", { name: "Renamed" })).status, 200);
  const sooner = { name: "Renamed", expiresAt: "2198-01-01T00:00:00Z" };
  assert.equal((await session.patch(`/v1/api-keys/${ending.keyId}`, sooner)).status, 200);
  await age(session, 9);
  assert.equal((await session.patch(`/v1/members/${member.userId}`, { role: "owner" })).status, 200);
  await age(session, 11);
  assert.equal((await session.patch(`/v1/members/${member.userId}`, { role: "viewer" })).status, 200);
  assert.equal((await session.patch(`/v1/members/${member.userId}`, { status: "deactivated" })).status, 200);
  assert.equal((await session.delete(`/v1/invitations/${invitation.id}`)).status, 204);
});

test("sending events elsewhere, adding events, or taking over an endpoint needs recent authentication", async () => {
  const { newOrganization, newMember, newSession } = await testApp();
  const owner = await newOrganization();
  const former = await newMember(owner, "admin");
  const { projectId } = await newProject(owner);
  const path = `/v1/webhooks/${await newWebhook(owner)}`;
  const orphan = `/v1/webhooks/${await newWebhook(former)}`;
  await owner.delete(`/v1/members/${former.userId}`);
  await owner.patch(orphan, { status: "disabled" });
  const session = await newSession(owner);
  const acts = [
    () => session.patch(path, { url: "http://127.0.0.1:9/elsewhere" }),
    () => session.patch(path, { events: ["webhook.test", "timer.started"] }),
    () => session.patch(path, { events: ["*"] }),
    () => session.patch(path, { projectId }),
    () => session.patch(orphan, { status: "active" }),
  ];
  await age(session, 11);
  for (const act of acts) assertProblem(await act(), 403, "reauthentication_required");
  for (const less of [{ description: "Payroll" }, { status: "disabled" }, { status: "active" }])
    assert.equal((await session.patch(path, less)).status, 200);
  await age(session, 9);
  for (const act of acts) assert.equal((await act()).status, 200);
});
