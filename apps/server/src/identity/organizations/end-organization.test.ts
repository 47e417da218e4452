import assert from "node:assert/strict";
import { test } from "node:test";
import { restoreOrganization } from "#commands/accounts/restore-organization.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { isMutation, listOperations, type Operation, pathOf } from "#test/cases/operations.ts";
import { type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { endOrganization } from "#test/worlds/factories.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { listOrganizations } from "./queries.ts";

const path = "/v1/organization/deletion";
const dayMs = 86_400_000;
const confirmed = { confirmName: "Test" };

async function exported(caller: Caller): Promise<Caller> {
  assert.equal((await caller.get("/v1/organization/export")).status, 200);
  return caller;
}

test("a deletion is 30 days ahead, shown and recorded, and can be cancelled", async () => {
  const start = new Date("2026-03-01T08:00:00.500Z");
  const { newOrganization, db } = await newTestApp({ now: () => start });
  const caller = await exported(await newOrganization());

  const made = await caller.post(path, confirmed);
  assert.equal(made.status, 200, made.text);
  assert.equal(Date.parse(made.json.deletesAt), start.getTime() + 30 * dayMs);
  assert.equal(Date.parse(made.json.exportedAt), start.getTime());
  const read = await caller.get("/v1/organization");
  assert.deepEqual([read.json, read.headers["etag"]], [made.json, made.headers["etag"]]);

  assert.equal((await caller.delete(path)).status, 204);
  assert.equal((await caller.get("/v1/organization")).json.deletesAt, null);
  assertProblem(await caller.delete(path), 404, "not_found");
  assert.equal((await caller.patch("/v1/organization", { name: "Kept" })).status, 200);
  const changes = await db.query<{ action: string }>(
    sql`select action from changes where org_id = ${caller.orgId} and action like 'organization.%' order by id`,
  );
  assert.deepEqual(
    changes.map(({ action }) => action.split(".")[1]),
    ["created", "exported", "deletion_scheduled", "deletion_cancelled", "updated"],
  );
});

test("without a full export of the last 24 hours it is a 409, with another name a 422", async () => {
  let nowMs = Date.parse("2026-03-01T08:00:00Z");
  const { newOrganization } = await newTestApp({ now: () => new Date(nowMs) });
  const caller = await newOrganization();
  assertProblem(await caller.post(path, confirmed), 409, "export_first");
  await exported(caller);
  for (const confirmName of ["", "test", "Test ", caller.orgId, 5, null]) {
    assertProblem(await caller.post(path, { confirmName }), 422, "validation_failed", ["/confirmName"]);
  }
  assertProblem(await caller.post(path, {}), 400, "missing_field", ["/confirmName"]);
  nowMs += dayMs + 1;
  assertProblem(await caller.post(path, confirmed), 409, "export_first");
  nowMs -= 1;
  assert.equal((await caller.post(path, confirmed)).status, 200);
  assertProblem(await caller.post(path, confirmed), 409, "organization_ending");
});

test("only owners may delete and keep it, and a session needs re-authentication", async () => {
  let nowMs = Date.now();
  const { newOrganization, newMember, newKey, newSession } = await newTestApp({ now: () => new Date(nowMs) });
  const owner = await exported(await newOrganization());
  const partner = await newMember(owner, "owner");
  for (const role of ["admin", "manager", "member", "viewer"] as const) {
    const caller = await newMember(owner, role);
    assertProblem(await caller.post(path, confirmed), 403, "forbidden");
    assertProblem(await caller.delete(path), 403, "forbidden");
  }
  assertProblem(await (await newKey(owner, ["organization:read"])).post(path, confirmed), 403, "insufficient_scope");
  const session = await newSession(owner);
  nowMs += 11 * 60_000;
  assertProblem(await session.post(path, confirmed), 403, "reauthentication_required");
  assert.equal((await (await newSession(owner)).post(path, confirmed)).status, 200);
  assert.equal((await session.delete(path)).status, 204);
  assert.equal((await partner.post(path, confirmed)).status, 200);
});

test("until then everything can be read, and only changes that end access or keep it are possible", async () => {
  const { app, newOrganization, newSession } = await testApp();
  const ofThePerson = ["updateMe", "changePassword", "beginSecondFactor", "confirmSecondFactor", "endSecondFactor"];
  const ending = [
    "deactivateMember",
    "leaveOrganization",
    "revokeInvitation",
    "deleteWebhook",
    "endCalendarFeed",
    "unsubscribeFromCalendar",
    "cancelDeletion",
    "revokeApiKey",
    "endGrant",
    "endMemberGrant",
    "endSession",
    "endOtherSessions",
    "replaceRecoveryCodes",
  ];
  const possible = [...ofThePerson, ...ending];
  const operations = (await listOperations(app)).filter(({ id }) => id !== "scheduleDeletion");
  const prepared = async (operation: Operation, caller: Caller, session: Caller) => {
    const by = operation.sessionOnly ? session : caller;
    return { operation, by, ...(await validRequest(operation, by)) };
  };
  // Reads and refused requests share an organization. Each of the others ends or changes it, so it gets its own.
  const shared = await newOrganization();
  const session = await newSession(shared);
  const requests: Awaited<ReturnType<typeof prepared>>[] = [];
  for (const operation of operations)
    if (!possible.includes(operation.id)) requests.push(await prepared(operation, shared, session));
  await endOrganization(shared);
  for (const operation of operations.filter(({ id }) => possible.includes(id))) {
    const caller = await newOrganization();
    requests.push(await prepared(operation, caller, await newSession(caller)));
    if (operation.id !== "cancelDeletion") await endOrganization(caller);
  }
  const passing: string[] = [];
  for (const { operation, by, ids, body } of requests) {
    const answer = await by.send(operation.method, pathOf(operation, ids), body);
    if (!isMutation(operation)) assert.equal(answer.status, 200, operation.id);
    else if (answer.status < 300) passing.push(operation.id);
    else {
      assertProblem(answer, 409, "organization_ending");
      assert.match(answer.json.detail, /deleted at \d{4}-\d\d-\d\dT.*Z\./);
    }
  }
  assert.deepEqual(passing.toSorted(), possible.toSorted());
});

test("faults in a request are reported first, and a saved reply is still returned", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const once = { "idempotency-key": "once" };
  const first = await caller.post("/v1/clients", { name: "Acme" }, once);
  const viewer = await newMember(caller, "viewer");
  await endOrganization(caller);

  assertProblem(await viewer.post("/v1/clients", { name: "x" }), 403, "forbidden");
  assertProblem(await caller.post("/v1/clients", {}), 400, "missing_field");
  assertProblem(await caller.post("/v1/clients", { name: 5 }), 422, "validation_failed");
  assertProblem(await caller.post("/v1/no-such-thing", {}), 404, "not_found");
  for (const path of ["/v1/clients/client_0", "/v1/teams/team_0", "/v1/api-keys/key_0"]) {
    assertProblem(await caller.patch(path, { name: "Acme" }), 404, "not_found");
    assertProblem(await caller.delete(path), 404, "not_found");
  }
  assertProblem(await caller.send("PUT", "/v1/clients", {}), 405, "method_not_allowed");
  const again = await caller.post("/v1/clients", { name: "Acme" }, once);
  assert.deepEqual([again.status, again.text], [201, first.text]);
  assertProblem(await caller.post("/v1/clients", { name: "Acme" }), 409, "organization_ending");
});

test("the operator sees which organizations will be deleted, and can keep one until its removal", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const caller = await newOrganization();
  const { userId } = await newMember(caller, "viewer");
  await db.query(sql`update members set deactivated_at = now() where org_id = ${caller.orgId} and user_id = ${userId}`);
  await endOrganization(caller);
  const listed = async () => (await listOrganizations(db)).find(({ id }) => id === caller.orgId);
  const { deletesAt, createdAt } = (await caller.get("/v1/organization")).json;
  assert.deepEqual(await listed(), { id: caller.orgId, name: "Test", members: 1, createdAt, deletesAt });

  assert.deepEqual(await restoreOrganization(db, caller.orgId), { organizationId: caller.orgId });
  assert.equal((await listed())?.deletesAt, null);
  await assert.rejects(restoreOrganization(db, caller.orgId), /nothing to cancel/);
  await assert.rejects(restoreOrganization(db, "org_none"), /There is no organization "org_none"/);
  await db.query(sql`update organizations set deletes_at = now(), purge_started_at = now() where id = ${caller.orgId}`);
  await assert.rejects(restoreOrganization(db, caller.orgId), /is already being removed/);
  assertProblem(await caller.get("/v1/organization"), 401, "revoked_api_key");
});
