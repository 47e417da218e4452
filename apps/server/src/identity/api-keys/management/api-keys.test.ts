import assert from "node:assert/strict";
import { test } from "node:test";
import { type Scope, scopes } from "#identity/access.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { newApiKey } from "#test/worlds/factories.ts";

const path = "/v1/api-keys";
const readOnly = scopes.filter((scope) => scope.endsWith(":read"));

async function setRole(db: DatabasePool, { orgId, userId }: Caller, role: string): Promise<void> {
  await db.query(sql`update members set role = ${role} where org_id = ${orgId} and user_id = ${userId}`);
}

test("a key needs a name, may read without scopes, is shown once, and works", async () => {
  const { newOrganization, anonymous } = await testApp();
  const owner = await newOrganization();

  const made = await owner.post(path, { name: "Script" });

  assert.equal(made.status, 201, made.text);
  const { id, apiKey, createdAt, updatedAt, ...rest } = made.json;
  assert.match(apiKey, /^stint_[0-9A-Za-z]{36}$/);
  assert.match(id, /^key_[0-9a-f]{32}$/);
  assert.equal(made.headers["location"], `${path}/${id}`);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    userId: owner.userId,
    name: "Script",
    scopes: readOnly,
    effectiveScopes: readOnly,
    lastFour: apiKey.slice(-4),
    status: "active",
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    version: 1,
  });
  const used = await anonymous.send("GET", "/v1/organization", undefined, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  assert.equal(used.status, 200);
  for (const answer of [await owner.get(path), await owner.get(`${path}/${id}`)]) {
    assert.ok(!answer.text.includes(apiKey));
  }
  assertProblem(await owner.post(path, {}), 400, "missing_field", ["/name"]);
});

test("a preset is limited to the calling key's scopes, and a missing single scope is refused", async () => {
  const { newOrganization, newKey, newMember } = await testApp();
  const owner = await newOrganization();
  const some = await newKey(owner, ["keys:write", "time-entries:read", "time-entries:write"]);
  const member = await newMember(owner, "member");
  const scopesOf = async (caller: Caller, wanted: string[]) => {
    const made = await caller.post(path, { name: "Script", scopes: wanted });
    assert.equal(made.status, 201, made.text);
    return made.json.scopes;
  };
  assert.deepEqual(await scopesOf(owner, ["full"]), scopes);
  assert.deepEqual(await scopesOf(some, ["full"]), ["time-entries:read", "time-entries:write", "keys:write"]);
  assert.deepEqual(await scopesOf(some, ["timer", "keys:write"]), [
    "time-entries:read",
    "time-entries:write",
    "keys:write",
  ]);
  assert.deepEqual(await scopesOf(some, ["read-only"]), ["time-entries:read"]);
  assert.ok(!(await scopesOf(member, ["full"])).includes("audit:read"));

  const lacking = await some.post(path, { name: "x", scopes: ["keys:write", "reports:read"] });
  assertProblem(lacking, 403, "insufficient_scope", ["/scopes/1"]);
  assert.match(lacking.json.detail, /reports:read/);
  const beyond = await member.post(path, { name: "x", scopes: ["costs:read"] });
  assertProblem(beyond, 403, "forbidden", ["/scopes/0"]);
  assert.match(beyond.json.detail, /member.*costs:read/);
  assertProblem(await (await newKey(owner, ["keys:write"])).post(path, { name: "x" }), 403, "insufficient_scope");
});

test("unknown scopes get the nearest one, and an end in the past is refused", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const unknown = await owner.post(path, { name: "x", scopes: ["timer", "time-entry:read"] });
  assertProblem(unknown, 422, "validation_failed", ["/scopes/1"]);
  assert.match(unknown.json.errors[0].message, /closest one is time-entries:read/);
  for (const word of ["constructor", "", "*", "Full"])
    assertProblem(await owner.post(path, { name: "x", scopes: [word] }), 422, "validation_failed", ["/scopes/0"]);
  assertProblem(await owner.post(path, { name: "x", scopes: [] }), 422, "validation_failed", ["/scopes"]);
  const past = new Date(Date.now() - 1000).toISOString();
  for (const expiresAt of [past, "1970-01-01T00:00:00Z"])
    assertProblem(await owner.post(path, { name: "x", expiresAt }), 422, "validation_failed", ["/expiresAt"]);
  const id = await newApiKey(owner);
  assertProblem(await owner.patch(`${path}/${id}`, { expiresAt: past }), 422, "validation_failed", ["/expiresAt"]);
});

test("a key's permissions are limited by its member's role, checked at each request", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const manager = await newMember(owner, "manager");
  const key = await manager.post(path, { name: "Script", scopes: ["projects:write", "projects:read"] });
  const send = () =>
    manager.send("POST", "/v1/projects", { name: "x" }, { headers: { authorization: `Bearer ${key.json.apiKey}` } });
  assert.equal((await send()).status, 201);
  await setRole(db, manager, "member");
  assertProblem(await send(), 403, "forbidden");
  const shown = (await manager.get(`${path}/${key.json.id}`)).json;
  assert.deepEqual([shown.scopes, shown.effectiveScopes], [["projects:read", "projects:write"], ["projects:read"]]);
  await setRole(db, manager, "manager");
  assert.equal((await send()).status, 201);
});

test("everybody sees their own keys, owners and admins all of them, and sessions aren't listed", async () => {
  const { newOrganization, newMember, newSession } = await testApp();
  const owner = await newOrganization();
  const [admin, manager, member] = [
    await newMember(owner, "admin"),
    await newMember(owner, "manager"),
    await newMember(owner, "member"),
  ];
  const session = await newSession(owner);
  const listed = async (caller: Caller, query = "") =>
    (await caller.get(`${path}?${query}`)).json.data.map(({ id }: { id: string }) => id).toSorted();
  const all = [owner, admin, manager, member].map(({ keyId }) => keyId).toSorted();
  for (const caller of [owner, admin, session]) assert.deepEqual(await listed(caller), all);
  for (const caller of [manager, member]) {
    assert.deepEqual(await listed(caller), [caller.keyId]);
    assert.deepEqual(await listed(caller, `userId=${owner.userId}`), []);
    assertProblem(await caller.get(`${path}/${owner.keyId}`), 403, "forbidden");
    assertProblem(await caller.patch(`${path}/${owner.keyId}`, { name: 5 }), 403, "forbidden");
    assertProblem(await caller.delete(`${path}/${owner.keyId}`), 403, "forbidden");
  }
  assert.deepEqual(await listed(admin, `userId=${member.userId}&userId=me`), [admin.keyId, member.keyId].toSorted());
  assertProblem(await owner.get(`${path}/${session.keyId}`), 404, "not_found");
  assertProblem(await owner.delete(`${path}/${session.keyId}`), 404, "not_found");
});

test("keys are listed by status, page after page", async () => {
  let now = new Date();
  const { newOrganization, newMember, db } = await newTestApp({ now: () => now });
  const owner = await newOrganization();
  const gone = await newMember(owner, "member");
  const active = await newApiKey(owner);
  const expired = await newApiKey(owner, { expiresAt: new Date(now.getTime() + 60_000).toISOString() });
  const revoked = await newApiKey(owner);
  assert.equal((await owner.delete(`${path}/${revoked}`)).status, 204);
  await db.query(
    sql`update members set deactivated_at = now() where org_id = ${owner.orgId} and user_id = ${gone.userId}`,
  );
  now = new Date(now.getTime() + 60_000);
  const listed = async (query: string) => {
    const ids: string[] = [];
    for (let cursor = ""; ;) {
      const { json } = await owner.get(`${path}?limit=1&${query}${cursor}`);
      ids.push(...json.data.map(({ id }: { id: string }) => id));
      if (json.nextCursor === null) return ids.toSorted();
      cursor = `&cursor=${json.nextCursor}`;
    }
  };
  assert.deepEqual(await listed("status=active"), [active, owner.keyId].toSorted());
  assert.deepEqual(await listed("status=expired"), [expired]);
  assert.deepEqual(await listed("status=revoked"), [revoked, gone.keyId].toSorted());
  assert.deepEqual(await listed("status=revoked&status=expired"), [revoked, expired, gone.keyId].toSorted());
  assert.deepEqual(await listed(""), [revoked, expired, active, gone.keyId, owner.keyId].toSorted());
});

test("a revoked key is 401 from then on, stays listed, and cannot be revoked, changed or rotated again", async () => {
  const { newOrganization, newKey, db } = await testApp();
  const owner = await newOrganization();
  const key = await newKey(owner, ["organization:read"]);
  const url = `${path}/${key.keyId}`;
  assertProblem(await owner.delete(url, { "if-match": '"9"' }), 412, "precondition_failed");
  assert.equal((await key.get("/v1/organization")).status, 200);

  assert.equal((await owner.delete(url)).status, 204);

  assertProblem(await key.get("/v1/organization"), 401, "revoked_api_key");
  assert.equal((await owner.get(url)).json.status, "revoked");
  assertProblem(await owner.delete(url), 404, "not_found");
  assertProblem(await owner.patch(url, { name: "x" }), 409, "key_ended");
  assertProblem(await owner.post(`${url}/rotate`), 409, "key_ended");
  const expiring = await newKey(owner, ["organization:read"], new Date(Date.now() - 1).toISOString());
  assertProblem(await owner.patch(`${path}/${expiring.keyId}`, { expiresAt: null }), 409, "key_ended");
  assertProblem(await owner.post(`${path}/${expiring.keyId}/rotate`), 409, "key_ended");
  assert.equal((await owner.delete(`${path}/${expiring.keyId}`)).status, 204);
  const [row] = await db.query<{ object: object }>(
    sql`select object from changes where org_id = ${owner.orgId} and target_id = ${key.keyId} and action = 'api_key.revoked'`,
  );
  assert.ok(row !== undefined && !JSON.stringify(row).includes("hash"));
});

test("scopes can be removed from a key but not added, and its end may move in both directions", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const url = `${path}/${await newApiKey(owner, { scopes: ["timer", "keys:write"] })}`;
  assertProblem(await owner.patch(url, { scopes: ["reports:read"] }), 422, "validation_failed", ["/scopes/0"]);
  assertProblem(await owner.patch(url, { scopes: ["no"] }), 422, "validation_failed", ["/scopes/0"]);
  const narrowed = await owner.patch(url, {
    name: "Reader",
    scopes: ["read-only"],
    expiresAt: "2199-01-01T01:00:00+01:00",
  });
  assert.partialDeepStrictEqual(narrowed.json, {
    name: "Reader",
    scopes: ["time-entries:read", "projects:read"],
    expiresAt: "2199-01-01T00:00:00Z",
    version: 2,
  });
  assertProblem(await owner.patch(url, { scopes: ["keys:write"] }), 422, "validation_failed", ["/scopes/0"]);
  assert.equal((await owner.patch(url, { expiresAt: null })).json.expiresAt, null);
});

test("an admin may rename, narrow, shorten and revoke others' keys, even an owner's, but neither see nor extend them", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const soon = "2198-01-01T00:00:00Z";
  const url = `${path}/${await newApiKey(owner, { scopes: ["timer"] })}`;
  assert.equal((await admin.patch(url, { name: "Leaked?", scopes: ["projects:read"], expiresAt: soon })).status, 200);
  for (const expiresAt of [null, "2199-01-01T00:00:00Z"])
    assertProblem(await admin.patch(url, { expiresAt }), 403, "forbidden");
  assertProblem(await admin.post(`${url}/rotate`), 403, "forbidden");
  assertProblem(await owner.post(`${path}/${admin.keyId}/rotate`), 403, "forbidden");
  assert.equal((await admin.delete(url)).status, 204);
});

test("the last use is written with its address, at most once a minute, and isn't a change", async () => {
  const { newOrganization, newKey, apiKeys } = await newTestApp();
  const owner = await newOrganization();
  const key = await newKey(owner, ["organization:read"]);
  const url = `${path}/${key.keyId}`;
  const before = await owner.get(url);
  await key.get("/v1/organization");
  assert.equal((await owner.get(url)).json.lastUsedAt, null);

  await apiKeys.flushUses();

  const after = await owner.get(url);
  assert.ok(Date.parse(after.json.lastUsedAt) <= Date.now());
  assert.equal(after.json.lastUsedAddress, "127.0.0.1");
  assert.deepEqual([after.headers["etag"], after.json.version], [before.headers["etag"], 1]);
});

test("ids and keys reveal nothing about other organizations, and about the caller's no more than the documented codes", async () => {
  const { newOrganization, anonymous } = await testApp();
  const [owner, stranger] = [await newOrganization(), await newOrganization()];
  const revoked = await owner.post(path, { name: "x" });
  await owner.delete(`${path}/${revoked.json.id}`);
  const answers = [];
  for (const id of [stranger.keyId, "key_00000000000000000000000000000001", "x", "%00"]) {
    for (const [method, end] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/rotate"],
    ] as const) {
      const answer = await owner.send(method, `${path}/${id}${end}`, method === "GET" ? undefined : {});
      assertProblem(answer, 404, "not_found");
      const { requestId: _id, ...body } = answer.json;
      answers.push(JSON.stringify([answer.status, body]));
    }
  }
  assert.equal(new Set(answers).size, 1);
  assert.deepEqual((await owner.get(`${path}?userId=${stranger.userId}`)).json.data, []);
  const refusals = [];
  for (const [authorization, code] of [
    [`Bearer ${stranger.apiKey.slice(0, -1)}`, "invalid_api_key"],
    [`Bearer ${stranger.apiKey}x`, "invalid_api_key"],
    [`Bearer ${revoked.json.apiKey}`, "revoked_api_key"],
  ] as const) {
    const answer = await anonymous.send("GET", path, undefined, { headers: { authorization } });
    assertProblem(answer, 401, code);
    const { "x-request-id": _request, date: _date, "content-length": _length, ...headers } = answer.headers;
    refusals.push(JSON.stringify(headers));
  }
  assert.equal(new Set(refusals).size, 1);
});

test("a key has each scope of presets and single scopes once, in a fixed order", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const made = await owner.post(path, { name: "x", scopes: ["audit:read", "timer", "time-entries:read"] });
  const expected: Scope[] = ["time-entries:read", "time-entries:write", "projects:read", "audit:read"];
  assert.deepEqual(made.json.scopes, expected);
});

test("a key cannot extend its own or another key's life beyond its end; a session can", async () => {
  const { newOrganization, newKey, newSession } = await testApp();
  const owner = await newOrganization();
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();
  const brief = await newKey(owner, ["keys:write"], end);
  const own = `${path}/${brief.keyId}`;

  const made = await brief.post(path, { name: "Child", scopes: ["keys:write"] });
  assert.deepEqual([made.status, Date.parse(made.json.expiresAt)], [201, Date.parse(end)]);
  assertProblem(await brief.post(path, { name: "x", expiresAt: later }), 403, "forbidden", ["/expiresAt"]);
  for (const expiresAt of [null, later]) assertProblem(await brief.patch(own, { expiresAt }), 403, "forbidden");
  assert.equal((await brief.post(`${own}/rotate`, { expiresAt: later })).status, 403);
  const lasting = await owner.post(path, { name: "Lasting", scopes: ["keys:write"] });
  assertProblem(await brief.post(`${path}/${lasting.json.id}/rotate`), 403, "forbidden", ["/expiresAt"]);

  const session = await newSession(owner);
  assert.equal((await session.patch(own, { expiresAt: null })).json.expiresAt, null);
});
