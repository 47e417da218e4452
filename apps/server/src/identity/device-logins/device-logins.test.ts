import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf } from "#test/http/browser.ts";
import { newProgram } from "#test/worlds/device-login-requests.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { asKey, newDeviceLoginWorld } from "#test/worlds/device-login-world.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { cleanUp } from "#src/worker.ts";
import { newUserCode } from "./codes.ts";
import { startDeviceLogin } from "./programs/start-device-login.ts";

const find = "/v1/device-logins/find";
const approve = "/v1/device-logins/approve";
const deny = "/v1/device-logins/deny";
const secondMs = 1000;

test("a program gets the key of the person who approves it, once its code was compared", async () => {
  const { world, wait, owner, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const started = await program.start();
  assert.equal(started.status, 201, started.text);
  const { deviceCode, userCode, ...rest } = started.json;
  assert.match(userCode, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.match(deviceCode, /^[\w-]{43}$/);
  assert.deepEqual(rest, {
    expiresInSeconds: 600,
    intervalSeconds: 5,
    verificationUri: "https://time.example.com/device",
    verificationUriComplete: `https://time.example.com/device?code=${userCode}`,
  });
  assertProblem(await program.poll(deviceCode), 400, "authorization_pending");
  const found = await session.post(find, { userCode: userCode.toLowerCase().replace("-", " ") });
  assert.equal(found.status, 200, found.text);
  const { createdAt, expiresAt, ...shown } = found.json;
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 600 * secondMs);
  assert.deepEqual(shown, {
    program: "stint",
    machine: "laptop",
    keyName: "stint on laptop",
    address: program.address,
    scopes: null,
    status: "pending",
  });
  const approved = await session.post(approve, { userCode });
  assert.deepEqual([approved.status, approved.json.status], [200, "approved"], approved.text);
  wait(5);
  const fetched = await program.poll(deviceCode);
  assert.equal(fetched.status, 200, fetched.text);
  const { apiKey } = fetched.json;
  const me = await world.anonymous.send("GET", "/v1/me", undefined, asKey(apiKey));
  assert.deepEqual([me.status, me.json.user.id, me.json.organization.id], [200, owner.userId, owner.orgId]);
  const [key] = (await owner.get("/v1/api-keys?limit=1")).json.data;
  assert.partialDeepStrictEqual(key, {
    name: "stint on laptop",
    scopes: ["time-entries:read", "time-entries:write", "projects:read"],
    lastFour: apiKey.slice(-4),
    expiresAt: null,
  });
  const [event] = (await owner.get("/v1/audit-events?action=api_key.created&limit=1")).json.data;
  assert.deepEqual([event.targetId, event.actor?.userId ?? event.userId], [key.id, owner.userId]);
  assert.equal((await session.post(find, { userCode })).json.status, "issued");
  assert.equal((await owner.delete(`/v1/api-keys/${key.id}`)).status, 204);
  assertProblem(await world.anonymous.send("GET", "/v1/me", undefined, asKey(apiKey)), 401, "revoked_api_key");
});

test("a program names the scopes that it needs, and the person who approves it decides", async () => {
  const { world, wait, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const asked = (scopes: string[]) => program.start({ program: "stint", machine: "laptop", scopes });
  const { deviceCode, userCode } = (await asked(["timer", "timesheets"])).json;
  const found = await session.post(find, { userCode });
  assert.deepEqual(found.json.scopes, [
    "time-entries:read",
    "time-entries:write",
    "projects:read",
    "timesheets:read",
    "timesheets:write",
    "timesheets:approve",
  ]);
  const approved = await session.post(approve, { userCode, scopes: ["timer", "timesheets:read"] });
  const given = ["time-entries:read", "time-entries:write", "projects:read", "timesheets:read"];
  assert.deepEqual(approved.json.scopes, given);
  wait(5);
  const { apiKey } = (await program.poll(deviceCode)).json;
  assert.deepEqual((await world.anonymous.send("GET", "/v1/me", undefined, asKey(apiKey))).json.scopes, given);
  const unknown = await asked(["timer", "timesheet"]);
  assertProblem(unknown, 422, "validation_failed");
  assert.match(unknown.json.errors[0].message, /^is not a scope; the closest one is timesheets\./);
});

test("a reply that was lost after the key was made is repeated for a minute, as long as the key is valid", async () => {
  const { world, wait, owner, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  assert.equal((await session.post(approve, { userCode })).status, 200);
  const both = await Promise.all([program.poll(deviceCode), program.poll(deviceCode)]);
  const [first] = both.filter(({ status }) => status === 200);
  assert.ok(first !== undefined);
  for (const each of both) assert.ok(each.status === 200 || each.json.code === "slow_down", each.text);
  wait(30);
  assert.deepEqual((await program.poll(deviceCode)).json, first.json);
  const keys = (await owner.get("/v1/api-keys?status=active")).json.data;
  assert.equal(keys.filter(({ name }: Json) => name === "stint on laptop").length, 1);
  wait(31);
  assertProblem(await program.poll(deviceCode), 400, "expired_token");

  const other = await program.started();
  await session.post(approve, { userCode: other.userCode });
  assert.equal((await program.poll(other.deviceCode)).status, 200);
  const [made] = (await owner.get("/v1/api-keys?limit=1")).json.data;
  await owner.delete(`/v1/api-keys/${made.id}`);
  assertProblem(await program.poll(other.deviceCode), 400, "expired_token");
});

test("a fault between the key and the end of the login leaves neither", async () => {
  const { world, wait, owner, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  await session.post(approve, { userCode });
  const before = await actionsOf(world, owner.orgId);
  await world.db.query(sql`
    alter table device_logins add constraint no_issue check (status <> 'issued' or program <> 'stint') not valid`);
  assert.equal((await program.poll(deviceCode)).status, 500);
  await world.db.query(sql`alter table device_logins drop constraint no_issue`);
  assert.deepEqual(await actionsOf(world, owner.orgId), before);
  wait(5);
  assert.equal((await program.poll(deviceCode)).status, 200);
});

test("nothing that is stored reveals a code or the key", async () => {
  const { world, session, owner } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  await session.post(approve, { userCode });
  const { apiKey } = (await program.poll(deviceCode)).json;
  const [row] = await world.db.query<Json>(
    sql`select l::text as text from device_logins l where org_id = ${owner.orgId}`,
  );
  const changes = await world.db.query(sql`select * from changes where org_id = ${owner.orgId}`);
  for (const secret of [deviceCode, userCode, userCode.replace("-", ""), apiKey, apiKey.slice(6, 36)])
    assert.ok(!`${row.text}${JSON.stringify(changes)}`.includes(secret));
});

test("polls that come too fast are told to slow down, and the interval grows", async () => {
  const { world, wait, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  assertProblem(await program.poll(deviceCode), 400, "authorization_pending");
  wait(3);
  assertProblem(await program.poll(deviceCode), 400, "slow_down");
  await session.post(approve, { userCode });
  wait(5);
  const again = await program.poll(deviceCode);
  assertProblem(again, 400, "slow_down");
  assert.match(again.json.detail, /every 15 seconds/);
  wait(15);
  assert.equal((await program.poll(deviceCode)).status, 200);
});

test("a code is denied, expires, and is never known without having been given out", async () => {
  const { world, wait, owner, ...opened } = await newDeviceLoginWorld();
  let { session } = opened;
  const program = newProgram(world);
  const denied = await program.started();
  assert.equal((await session.post(deny, { userCode: denied.userCode })).status, 204);
  assertProblem(await program.poll(denied.deviceCode), 400, "access_denied");
  assertProblem(await session.post(approve, { userCode: denied.userCode }), 404, "not_found");
  assertProblem(await session.post(find, { userCode: denied.userCode }), 404, "not_found");

  const regretted = await program.started();
  assert.equal((await session.post(approve, { userCode: regretted.userCode })).status, 200);
  assert.equal((await session.post(deny, { userCode: regretted.userCode })).status, 204);
  assertProblem(await program.poll(regretted.deviceCode), 400, "access_denied");

  const late = await program.started();
  wait(601);
  assertProblem(await session.post(approve, { userCode: late.userCode }), 403, "reauthentication_required");
  session = await world.newSession(owner);
  for (const path of [find, approve, deny])
    assertProblem(await session.post(path, { userCode: late.userCode }), 404, "not_found");
  assertProblem(await program.poll(late.deviceCode), 400, "expired_token");
  assertProblem(await program.poll("x"), 400, "expired_token");

  const approvedLate = await program.started();
  await session.post(approve, { userCode: approvedLate.userCode });
  wait(601);
  assertProblem(await program.poll(approvedLate.deviceCode), 400, "expired_token");
});

test("another person, and the same person in another organization, know nothing of an approved code", async () => {
  const { world, wait, owner, session } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  assert.equal((await session.post(approve, { userCode })).status, 200);
  const elsewhere = await world.newOrganization();
  await world.db.query(sql`
    insert into members (org_id, user_id, role) values (${elsewhere.orgId}, ${owner.userId}, 'owner')`);
  const strangers = [
    await world.newSession(elsewhere),
    await world.newSession(await world.newMember(owner, "admin")),
    await world.newSession({ ...elsewhere, userId: owner.userId }),
  ];
  for (const stranger of strangers)
    for (const path of [find, approve, deny]) assertProblem(await stranger.post(path, { userCode }), 404, "not_found");
  wait(5);
  const { apiKey } = (await program.poll(deviceCode)).json;
  const me = (await world.anonymous.send("GET", "/v1/me", undefined, asKey(apiKey))).json;
  assert.equal(me.organization.id, owner.orgId);
  const second = await program.started();
  assert.equal((await strangers[2]?.post(approve, { userCode: second.userCode }))?.status, 200);
  const other = (await program.poll(second.deviceCode)).json.apiKey;
  assert.equal(
    (await world.anonymous.send("GET", "/v1/me", undefined, asKey(other))).json.organization.id,
    elsewhere.orgId,
  );
});

test("of two people who approve a code at once, one succeeds", async () => {
  const { world, owner } = await newDeviceLoginWorld();
  const program = newProgram(world);
  const { deviceCode, userCode } = await program.started();
  const people = await Promise.all(
    (["admin", "manager"] as const).map(async (role) => world.newSession(await world.newMember(owner, role))),
  );
  const statuses = await Promise.all(people.map(async (each) => (await each.post(approve, { userCode })).status));
  assert.deepEqual(new Set(statuses), new Set([200, 404]));
  assert.equal((await program.poll(deviceCode)).status, 200);
});

test("a person's wrong codes are limited, those of others are not, and a right one resets nothing", async () => {
  const { world, wait, owner, session } = await newDeviceLoginWorld();
  const { userCode } = await newProgram(world).started();
  for (let turn = 0; turn < 100; turn++) {
    const path = [find, approve, deny][turn % 3] ?? find;
    const answer = await session.post(path, { userCode: newUserCode() });
    assertProblem(answer, turn < 20 ? 404 : 429, turn < 20 ? "not_found" : "too_many_attempts");
    if (turn === 10) assert.equal((await session.post(find, { userCode })).status, 200);
  }
  assertProblem(await session.post(find, { userCode }), 429, "too_many_attempts");
  const colleague = await world.newSession(await world.newMember(owner, "member"));
  assert.equal((await colleague.post(find, { userCode })).status, 200);
  wait(901);
  const { userCode: later } = await newProgram(world).started();
  assert.equal((await session.post(find, { userCode: later })).status, 200);
});

test("an address starts 50 logins in 15 minutes, and others are not affected", async () => {
  const { world, wait } = await newDeviceLoginWorld();
  const program = newProgram(world);
  for (let turn = 0; turn < 50; turn++) await program.started();
  assertProblem(await program.start(), 429, "too_many_attempts");
  await newProgram(world).started();
  wait(901);
  await program.started();
});

test("an IPv6 site starts 250 logins in 15 minutes from all its networks, and others are not affected", async () => {
  const { world } = await newDeviceLoginWorld();
  for (let network = 0; network < 5; network++) {
    const program = newProgram(world, `2001:db8:50:${network}::1`);
    for (let turn = 0; turn < 50; turn++) await program.started();
  }
  assertProblem(await newProgram(world, "2001:db8:50:9::1").start(), 429, "too_many_attempts");
  await newProgram(world, "2001:db8:51::1").started();
});

test("polls of an address are rate limited", async () => {
  const { world } = await newDeviceLoginWorld({ sessionRateLimit: { perMinute: 3, burst: 0 }, monotonicMs: () => 0 });
  const program = newProgram(world);
  for (let turn = 0; turn < 3; turn++) assertProblem(await program.poll("x"), 400, "expired_token");
  const refused = await program.poll("x");
  assertProblem(refused, 429, "rate_limited");
  assert.equal(refused.headers["retry-after"], "60");
  assertProblem(await newProgram(world).poll("x"), 400, "expired_token");
});

test("waiting logins have a limit in total, and expired ones are deleted by the clean-up", async () => {
  const { db } = await createDatabase();
  const { clock, wait } = await newDeviceLoginWorld({ db });
  const visitor = { address: "192.0.2.1", userAgent: undefined, requestId: "x" };
  const input = { program: "stint", machine: "laptop" };
  const waiting = async () =>
    (await db.query(sql`select 1 from device_logins where expires_at > ${new Date(clock.ms).toISOString()}`)).length;
  const most = (await waiting()) + 2;
  const start = () => startDeviceLogin(visitor, input, { db, now: new Date(clock.ms), most });
  await start();
  await start();
  await assert.rejects(start(), { code: "unavailable" });
  wait(3600);
  await start();
  await cleanUp(db, new Date(clock.ms));
  assert.equal(await waiting(), 1);
  assert.equal((await db.query(sql`select 1 from device_logins`)).length, 1);
});

test("names of programs and machines are plain, so that the page can't be made to say something else", async () => {
  const program = newProgram(await testApp());
  for (const machine of [
    "",
    " x",
    "a\u202Eb",
    "x\ny",
    "https://evil.example/x",
    "Ihr Rechner – bitte zulassen",
    "x".repeat(65),
  ])
    assert.equal((await program.start({ program: "stint", machine })).status, 422, machine);
  assert.equal((await program.start({ program: "stint", machine: "web-01.example.com" })).status, 201);
});

test("pages of other sites can't start or fetch, and a server without the page says so", async () => {
  const { app } = await testApp();
  const send = (url: string) =>
    app.inject({ method: "POST", url, headers: { origin: "https://evil.example" }, payload: {} });
  assert.equal((await send("/auth/device-logins")).statusCode, 403);
  assert.equal((await send("/auth/device-logins/token")).statusCode, 403);
  const without = newProgram(await newTestApp({ hasDevicePage: false }));
  assertProblem(await without.start(), 503, "not_configured");
});
