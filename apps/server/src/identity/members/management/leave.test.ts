import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf, newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { eventsOf } from "#test/deliveries/webhook-events.ts";

test("everybody leaves by themselves: keys and sessions end, the timer stops, entries stay", async () => {
  const world = await testApp();
  for (const role of roles) {
    const owner = await world.newOrganization();
    const where = await newProject(owner);
    const member = await world.newMember(owner, role);
    const [session, other] = [await world.newSession(member), await world.newSession(member)];
    const tracks = role !== "viewer";
    if (tracks) await newEntry(member, where);
    if (tracks) assert.equal((await member.post("/v1/timer", where)).status, 201);
    assertProblem(await member.delete("/v1/me/membership"), 403, "session_required");

    const events = await eventsOf(owner, {}, async () => {
      assert.equal((await session.delete("/v1/me/membership")).status, 204);
    });

    for (const caller of [member, session, other]) assertProblem(await caller.get("/v1/me"), 401, "revoked_api_key");
    const { json } = await owner.get(`/v1/members/${member.userId}`);
    assert.deepEqual([json.status, json.role, json.name], ["deactivated", role, role]);
    const entries = (await owner.get(`/v1/time-entries?userId=${member.userId}`)).json.data;
    assert.equal(entries.length, tracks ? 2 : 0);
    const left = events.filter(({ type }) => type === "member.removed");
    assert.deepEqual(
      left.map(({ data }) => data.object),
      [json],
    );
    const [change] = await world.db.query<{ user_id: string; key_id: string }>(sql`
      select user_id, key_id from changes where org_id = ${owner.orgId} and action = 'member.removed'`);
    assert.deepEqual(change, { user_id: member.userId, key_id: session.keyId });
  }
});

test("the last active owner cannot leave until there is another", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const session = await world.newSession(owner);
  assertProblem(await session.delete("/v1/me/membership"), 409, "last_owner");
  assert.equal((await session.get("/v1/me")).status, 200);
  const next = await world.newMember(owner, "owner");
  assert.equal((await session.delete("/v1/me/membership")).status, 204);
  assertProblem(await (await world.newSession(next)).delete("/v1/me/membership"), 409, "last_owner");
});

test("leaving one organization leaves the others and the account as they are", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const owner = await world.newOrganization();
  await world.db.query(sql`
    insert into members (org_id, user_id, role) values (${owner.orgId}, ${person.userId}, 'member')`);
  const [here, there] = [await signedIn(world, person), await signedIn(world, person)];
  const organizationId = owner.orgId;
  assert.equal((await there.post("/auth/switch", { organizationId })).status, 200);

  assert.equal((await there.send("DELETE", "/v1/me/membership")).status, 204);

  assertProblem(await there.get("/v1/me"), 401, "revoked_api_key");
  assert.equal((await here.get("/v1/me")).json.organization.id, person.orgId);
  const again = openBrowser(world.app);
  const body = { email: person.email, password: testPassword };
  assertProblem(await again.post("/auth/sign-in", { ...body, organizationId }), 404, "not_found");
  assert.equal((await again.post("/auth/sign-in", body)).json.organization.id, person.orgId);
  assert.ok((await actionsOf(world, organizationId)).includes("member.removed"));
});
