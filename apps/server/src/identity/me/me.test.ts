import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { defaultNotices, withUsualNotices } from "./notice-preferences.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

const defaults = {
  language: null,
  theme: null,
  weekStart: null,
  clock: null,
  durations: "clock",
  timeZone: null,
  density: "compact",
  shortcuts: true,
  notices: defaultNotices,
};

test("a key shows its owner and its actual permissions", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization({ timeZone: "Europe/Berlin" });
  const viewer = await newMember(owner, "viewer", ["time-entries:read", "time-entries:write", "members:read"]);

  const { json } = await viewer.get("/v1/me");

  assert.match(json.user.email, /@example\.com$/);
  assert.deepEqual(json, {
    user: { id: viewer.userId, name: "viewer", email: json.user.email },
    organization: {
      id: owner.orgId,
      name: "Test",
      currency: "EUR",
      timeZone: "Europe/Berlin",
      weekStart: "monday",
      workingDays: ["monday", "tuesday", "wednesday", "thursday", "friday"],
      approvals: null,
    },
    role: "viewer",
    preferences: defaults,
    scopes: ["time-entries:read"],
    key: { id: viewer.keyId, kind: "api", name: "Test", expiresAt: null },
    favourites: [],
    unreadNotices: 0,
    sharedLinkMaxDays: 400,
    serverCommand: "npx stint-server",
    publicUrl: "https://time.example.com",
  });
  const until = new Date(Date.now() + 60_000).toISOString();
  const expiring = (await (await newKey(owner, [], until)).get("/v1/me")).json;
  assert.deepEqual([Date.parse(expiring.key.expiresAt), expiring.scopes], [Date.parse(until), []]);
});

test("a session gets the key for data on its device, the same for the person in every organization and session", async () => {
  const { db, newOrganization, newSession } = await testApp();
  const [here, there] = [await newOrganization(), await newOrganization()];
  await db.query(sql`
    insert into members (org_id, user_id, role) values (${there.orgId}, ${here.userId}, 'viewer')`);
  const deviceKeyOf = async (client: typeof here) => (await client.get("/v1/me")).json.signIn?.deviceKey;

  const key = await deviceKeyOf(await newSession(here));

  assert.equal(Buffer.from(key, "base64").length, 32);
  assert.equal(await deviceKeyOf(await newSession(here)), key);
  assert.equal(await deviceKeyOf(await newSession({ ...there, userId: here.userId })), key);
  assert.notEqual(await deviceKeyOf(await newSession(there)), key);
  assert.equal(await deviceKeyOf(here), undefined);
});

test("only a session shows the person's other organizations", async () => {
  const { db, newOrganization, newSession } = await testApp();
  const [here, there, left] = [await newOrganization(), await newOrganization(), await newOrganization()];
  for (const [{ orgId }, at] of [
    [there, null],
    [left, new Date().toISOString()],
  ] as const)
    await db.query(sql`
      insert into members (org_id, user_id, role, deactivated_at) values (${orgId}, ${here.userId}, 'viewer', ${at})`);

  const key = await here.get("/v1/me");
  const session = await (await newSession(here)).get("/v1/me");

  assert.equal(key.json.organizations, undefined);
  assert.ok(!key.text.includes(there.orgId));
  assert.deepEqual(
    session.json.organizations.toSorted((a: Json, b: Json) => (a.id < b.id ? -1 : 1)),
    [
      { id: here.orgId, name: "Test", role: "owner" },
      { id: there.orgId, name: "Test", role: "viewer" },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  assert.deepEqual([session.json.key.kind, session.json.scopes], ["session", [...scopes]]);
});

test("a name changes everywhere, and each organization records it", async () => {
  const { db, newOrganization, newSession } = await testApp();
  const [here, there] = [await newOrganization(), await newOrganization()];
  await db.query(sql`insert into members (org_id, user_id, role) values (${there.orgId}, ${here.userId}, 'viewer')`);
  const session = await newSession(here);
  const before = (await session.get("/v1/me")).json.user.name;

  const changed = await session.patch("/v1/me", { name: "Zoë 😀" });

  assert.deepEqual([changed.status, changed.json.user.name], [200, "Zoë 😀"]);
  for (const { caller, keyId } of [
    { caller: here, keyId: session.keyId },
    { caller: there, keyId: null },
  ]) {
    const { json } = await caller.get(`/v1/members/${here.userId}`);
    assert.deepEqual([json.name, json.version], ["Zoë 😀", 2]);
    const changes = await db.query(sql`
      select key_id, user_id, previous from changes where org_id = ${caller.orgId} and action = 'member.updated'`);
    assert.deepEqual(changes, [{ key_id: keyId, user_id: here.userId, previous: { name: before } }]);
  }
  assertProblem(await here.patch("/v1/me", { name: "x" }), 403, "session_required");
  for (const [name, pointer] of [
    ["", "/name"],
    ["\ud800", "/name"],
    ["x".repeat(201), "/name"],
    [null, "/name"],
  ])
    assertProblem(await session.patch("/v1/me", { name }), 422, "validation_failed", [String(pointer)]);
  assertProblem(await session.patch("/v1/me", { email: "x@example.com" }), 422, "validation_failed", ["/email"]);
});

test("preferences belong to the person, and only those in the request change", async () => {
  const { db, newOrganization, newSession } = await testApp();
  const [here, there] = [await newOrganization(), await newOrganization()];
  await db.query(sql`insert into members (org_id, user_id, role) values (${there.orgId}, ${here.userId}, 'viewer')`);
  const session = await newSession(here);
  const chosen = {
    language: "de",
    theme: "dark",
    weekStart: "sunday",
    clock: "24",
    durations: "decimal",
    timeZone: "Asia/Kolkata",
    density: "comfortable",
    shortcuts: false,
    notices: withUsualNotices({ digest: { mail: true } }),
  };
  for (const [preferences, after] of [
    [{ theme: "dark" }, { ...defaults, theme: "dark" }],
    [chosen, chosen],
    [
      { theme: null, timeZone: null, shortcuts: true },
      { ...chosen, theme: null, timeZone: null, shortcuts: true },
    ],
    [{}, { ...chosen, theme: null, timeZone: null, shortcuts: true }],
    [{ timeZone: "asia/KOLKATA" }, { ...chosen, theme: null, shortcuts: true }],
  ]) {
    const changed = await session.patch("/v1/me", { preferences });
    assert.deepEqual([changed.status, changed.json.preferences], [200, after]);
    assert.deepEqual((await here.get("/v1/me")).json.preferences, after);
  }
  for (const { orgId, keyId } of [
    { orgId: here.orgId, keyId: session.keyId },
    { orgId: there.orgId, keyId: null },
  ]) {
    const changes = await db.query(sql`
      select key_id, user_id, target_id, previous from changes where org_id = ${orgId} and action = 'preferences.changed'`);
    const told = { key_id: keyId, user_id: here.userId, target_id: here.userId, previous: null };
    assert.deepEqual(changes, [told, told, told, told]);
  }
});

test("invalid preferences are refused, and an API key changes none", async () => {
  const { newOrganization, newSession } = await testApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  assertProblem(await owner.patch("/v1/me", { preferences: { theme: "dark" } }), 403, "session_required");
  for (const [preferences, pointer] of [
    [null, "/preferences"],
    ["dark", "/preferences"],
    [{ language: "xx" }, "/preferences/language"],
    [{ theme: "blue" }, "/preferences/theme"],
    [{ weekStart: "mon" }, "/preferences/weekStart"],
    [{ clock: 24 }, "/preferences/clock"],
    [{ durations: null }, "/preferences/durations"],
    [{ density: "cosy" }, "/preferences/density"],
    [{ timeZone: "Mars/Base" }, "/preferences/timeZone"],
    [{ timeZone: "Etc/Unknown" }, "/preferences/timeZone"],
    [{ timeZone: "W. Europe Standard Time" }, "/preferences/timeZone"],
    [{ shortcuts: null }, "/preferences/shortcuts"],
    [{ colour: "red" }, "/preferences/colour"],
  ] as const)
    assertProblem(await session.patch("/v1/me", { preferences }), 422, "validation_failed", [pointer]);
  assert.deepEqual((await session.get("/v1/me")).json.preferences, defaults);
});

test("preferences chosen at the same time are all stored", async () => {
  const { newOrganization, newSession } = await testApp();
  const session = await newSession(await newOrganization());

  const one = Object.entries({ theme: "dark", clock: "12", language: "de", durations: "decimal" });
  await Promise.all(one.map(([name, value]) => session.patch("/v1/me", { preferences: { [name]: value } })));

  const { preferences } = (await session.get("/v1/me")).json;
  assert.deepEqual(preferences, { ...defaults, ...Object.fromEntries(one) });
});
