import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { insertMember } from "#identity/members/queries.ts";
import { sql } from "#platform/database/database.ts";
import { hold } from "#test/databases/hold.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Browser, newPerson, signedIn, testPassword } from "#test/http/browser.ts";
import { newProgram } from "#test/worlds/device-login-requests.ts";
import { asKey, newDeviceLoginWorld } from "#test/worlds/device-login-world.ts";
import type { Answer, Caller } from "#test/worlds/test-app.ts";

const find = "/v1/device-logins/find";
const approve = "/v1/device-logins/approve";
const deny = "/v1/device-logins/deny";

test("approving has the rules of creating a key", async () => {
  const { world, owner, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { userCode } = await program.started();
  const viewer = await world.newSession(await world.newMember(owner, "viewer"));
  for (const path of [find, approve, deny]) {
    assertProblem(await viewer.post(path, { userCode }), 403, "forbidden");
    assertProblem(await owner.post(path, { userCode }), 403, "session_required");
  }
  const member = await world.newSession(await world.newMember(owner, "member"));
  assertProblem(await member.post(approve, { userCode, scopes: ["audit:read"] }), 403, "forbidden", ["/scopes/0"]);
  assertProblem(await member.post(approve, { userCode, scopes: ["none"] }), 422, "validation_failed", ["/scopes/0"]);
  const past = new Date(Date.now() - 60_000).toISOString();
  assertProblem(await member.post(approve, { userCode, expiresAt: past }), 422, "validation_failed", ["/expiresAt"]);
  await world.db.query(sql`
    update api_keys set authenticated_at = now() - interval '11 minutes' where org_id = ${owner.orgId} and id = ${member.keyId}`);
  assertProblem(await member.post(approve, { userCode }), 403, "reauthentication_required");
  assert.equal((await owner.patch("/v1/organization", { membersMayMakeKeys: false })).status, 200);
  const other = await world.newSession(await world.newMember(owner, "member"));
  assertProblem(await other.post(approve, { userCode }), 403, "forbidden");
  assert.equal((await session.post(approve, { userCode, scopes: ["full"] })).status, 200);
});

test("a key has no more than its member may at the moment of the fetch", async () => {
  const { world, wait, owner } = await newDeviceLoginWorld();
  const manager = await world.newMember(owner, "manager");
  const session = await world.newSession(manager);
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  assert.equal((await session.post(approve, { userCode, scopes: ["full"] })).status, 200);
  assert.equal((await owner.patch(`/v1/members/${manager.userId}`, { role: "member" })).status, 200);
  wait(5);
  const { apiKey } = (await program.poll(deviceCode)).json;
  const [key] = (await owner.get(`/v1/api-keys?userId=${manager.userId}&limit=1`)).json.data;
  assert.equal(key.lastFour, apiKey.slice(-4));
  assert.ok(!key.scopes.includes("costs:read") && key.scopes.includes("time-entries:write"));
});

const losses: Record<string, (owner: Caller, member: Caller) => Promise<unknown>> = {
  "was deactivated": (owner, { userId }) => owner.patch(`/v1/members/${userId}`, { status: "deactivated" }),
  "was deactivated and came back": async (owner, { userId }) => {
    await owner.patch(`/v1/members/${userId}`, { status: "deactivated" });
    await owner.patch(`/v1/members/${userId}`, { status: "active" });
  },
  "became a viewer": (owner, { userId }) => owner.patch(`/v1/members/${userId}`, { role: "viewer" }),
  "may make no more keys": (owner) => owner.patch("/v1/organization", { membersMayMakeKeys: false }),
};

for (const [what, lose] of Object.entries(losses))
  test(`a program gets no key if its member ${what} between approval and fetch`, async () => {
    const { world, wait, owner } = await newDeviceLoginWorld();
    const member = await world.newMember(owner, "member");
    const program = newProgram(world);
    const { deviceCode, userCode } = await program.started();
    const approved = await (await world.newSession(member)).post(approve, { userCode, scopes: ["time-entries:write"] });
    assert.equal(approved.status, 200, approved.text);
    await lose(owner, member);
    wait(5);
    assertProblem(await program.poll(deviceCode), 400, "access_denied");
    wait(5);
    assertProblem(await program.poll(deviceCode), 400, "access_denied");
    const rows = await world.db.query(
      sql`select 1 from api_keys where org_id = ${owner.orgId} and name = 'stint on laptop'`,
    );
    assert.equal(rows.length, 0);
  });

test("a fetch and a deactivation at the same time leave no key that works", async () => {
  const { world, owner } = await newDeviceLoginWorld();
  const member = await world.newMember(owner, "member");
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  await (await world.newSession(member)).post(approve, { userCode });
  const held = await hold(world.db, sql`select 1 from organizations where id = ${owner.orgId} for no key update`);
  const both = [
    program.poll(deviceCode),
    owner.patch(`/v1/members/${member.userId}`, { status: "deactivated" }),
  ] as const;
  await held.rollback();
  const [fetched, deactivated] = await Promise.all(both);
  assert.equal(deactivated.status, 200, deactivated.text);
  if (fetched.status === 200) {
    const answer = await world.anonymous.send("GET", "/v1/me", undefined, asKey(fetched.json.apiKey));
    assert.equal(answer.status, 401);
  } else assertProblem(fetched, 400, "access_denied");
});

const endings: Record<string, (other: Browser, id: string) => Promise<Answer>> = {
  "is ended from elsewhere": (other, id) => other.send("DELETE", `/v1/me/sessions/${id}`),
  "is ended with all others": (other) => other.send("DELETE", "/v1/me/sessions"),
  "ends with the old password": (other) =>
    other.send("PUT", "/v1/me/password", { currentPassword: testPassword, newPassword: "another good one 7" }),
};

for (const [what, end] of Object.entries(endings))
  test(`a program gets no key if the session that approved it ${what}; another session's program gets one`, async () => {
    const { world, wait } = await newDeviceLoginWorld();
    const person = await newPerson(world);
    const [first, second] = [await signedIn(world, person), await signedIn(world, person)];
    const [program, kept] = [newProgram(world), newProgram(world)];
    const [{ deviceCode, userCode }, ofSecond] = [await program.started(), await kept.started()];
    assert.equal((await first.post(approve, { userCode, scopes: ["full"] })).status, 200);
    assert.equal((await second.post(approve, { userCode: ofSecond.userCode })).status, 200);
    const ended = await end(second, (await first.get("/v1/me")).json.key.id);
    assert.equal(ended.status, 204, ended.text);
    wait(5);
    assertProblem(await program.poll(deviceCode), 400, "access_denied");
    assert.equal((await kept.poll(ofSecond.deviceCode)).status, 200);
  });

test("a program gets its key after a sign-out or a switch, but not if the session after the switch is ended", async () => {
  const { world, wait, owner } = await newDeviceLoginWorld();
  const person = await newPerson(world);
  await insertMember(world.db, owner.orgId, person.userId, "member");
  const approved = async (browser: Browser) => {
    const program = newProgram(world);
    const { deviceCode, userCode } = await program.started();
    assert.equal((await browser.post(approve, { userCode })).status, 200);
    return () => program.poll(deviceCode);
  };
  const [first, second] = [await signedIn(world, person), await signedIn(world, person)];
  const pollAfterSignOut = await approved(second);
  assert.equal((await second.post("/auth/sign-out")).status, 204);
  const [pollAfterSwitch, pollAfterEnd] = [await approved(first), await approved(first)];
  assert.equal((await first.post("/auth/switch", { organizationId: owner.orgId })).status, 200);
  wait(5);
  assert.equal((await pollAfterSignOut()).status, 200);
  const fetched = await pollAfterSwitch();
  assert.equal(fetched.status, 200, fetched.text);
  const [event] = (await person.get("/v1/audit-events?action=api_key.created&limit=1")).json.data;
  assert.deepEqual([event.actor.userId, event.actor.keyId], [person.userId, null]);
  const { id } = (await first.get("/v1/me")).json.key;
  const third = await signedIn(world, person);
  assert.equal((await third.send("DELETE", `/v1/me/sessions/${id}`)).status, 204);
  assertProblem(await pollAfterEnd(), 400, "access_denied");
});

test("a session that ends while it approves a program approves nothing", async () => {
  const { world, owner, session } = await newDeviceLoginWorld();
  const thief = await world.newSession(owner);
  const { userCode } = await newProgram(world).started();
  const held = await hold(world.db, sql`select 1 from organizations where id = ${owner.orgId} for no key update`);
  const approving = thief.post(approve, { userCode });
  await held.untilItBlocks(1);
  assert.equal((await session.delete(`/v1/me/sessions/${thief.keyId}`)).status, 204);
  await held.rollback();
  assertProblem(await approving, 401, "revoked_api_key");
});

test("a fetch keeps the limit of active keys", async () => {
  const { world, wait, owner, session } = await newDeviceLoginWorld({
    keyShares: { perMember: 2, perOrganization: 10 },
  });
  const programs = [newProgram(world), newProgram(world)];
  const started = await Promise.all(programs.map((program) => program.started()));
  for (const { userCode } of started) assert.equal((await session.post(approve, { userCode })).status, 200);
  wait(5);
  assert.equal((await programs[0]?.poll(started[0]?.deviceCode ?? ""))?.status, 200);
  const refused = await programs[1]?.poll(started[1]?.deviceCode ?? "");
  assert.ok(refused !== undefined);
  assertProblem(refused, 409, "too_many_api_keys");
  assertProblem(await session.post(approve, { userCode: started[1]?.userCode }), 409, "too_many_api_keys");
  await owner.delete(`/v1/api-keys/${(await owner.get("/v1/api-keys?limit=1")).json.data[0].id}`);
  wait(5);
  assert.equal((await programs[1]?.poll(started[1]?.deviceCode ?? ""))?.status, 200);
});

test("the scopes of a preset are those of the role", async () => {
  const { world, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  await session.post(approve, { userCode, scopes: ["full"] });
  const { apiKey } = (await program.poll(deviceCode)).json;
  assert.deepEqual((await world.anonymous.send("GET", "/v1/me", undefined, asKey(apiKey))).json.scopes, scopes);
});
