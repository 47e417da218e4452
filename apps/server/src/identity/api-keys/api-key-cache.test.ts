import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type DatabasePool, type Sql, sql } from "#platform/database/database.ts";
import { listen, type Listener } from "#platform/database/connection/listen.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { createApiKeyCache } from "./api-key-cache.ts";

const listenerName = "stint-listen-test";
const path = "/v1/organization";
const stopped: Listener[] = [];

/**
 * An app whose cache listens for changes as in commands/service/start-service.ts. `lookUps` counts database lookups.
 */
async function listeningApp(): Promise<TestApp & { lookUps: () => number; listener: Listener }> {
  const { db, connection } = await sharedDatabase();
  let lookUps = 0;
  const counting: DatabasePool = {
    ...db,
    query(statement) {
      if (statement.text.includes("k.key_hash =")) lookUps++;
      return db.query(statement);
    },
  };
  const made = await newTestApp({ db: counting, keepsKeys: false });
  const { apiKeys } = made;
  const listener = await listen({
    connection,
    applicationName: listenerName,
    channels: ["api_keys"],
    onNotify: (_channel, orgId) => apiKeys.forget(orgId),
    onUp: apiKeys.listening,
    onDown: apiKeys.deaf,
  });
  stopped.push(listener);
  return { ...made, lookUps: () => lookUps, listener };
}

after(async () => {
  await Promise.all(stopped.map((listener) => listener.stop()));
});

const revoke = (keyId: string) => sql`update api_keys set revoked_at = clock_timestamp() where id = ${keyId}`;

test("while the cache listens a key is looked up once, and it does not refuse a cached key", async () => {
  const { newOrganization, lookUps, listener } = await listeningApp();
  const caller = await newOrganization();
  for (let index = 0; index < 5; index++) assert.equal((await caller.get(path)).status, 200);
  assert.equal(lookUps(), 1);
  await listener.stop();
});

test("a revocation by a second connection takes effect with the notification of its commit", async () => {
  const { newOrganization, newKey, db, lookUps, listener } = await listeningApp();
  const owner = await newOrganization();
  const key = await newKey(owner, ["organization:read"]);
  assert.equal((await key.get(path)).status, 200);
  assert.equal((await key.get(path)).status, 200);
  const before = lookUps();

  const revoking = await hold(db, revoke(key.keyId));
  assert.equal((await key.get(path)).status, 200);
  assert.equal(lookUps(), before);
  await revoking.commit();
  await waitFor(async () => (await key.get(path)).status === 401);

  assertProblem(await key.get(path), 401, "revoked_api_key");
  assert.equal((await owner.get(path)).status, 200);
  await listener.stop();
});

test("a smaller role, fewer scopes and an earlier expiry take effect in the same way", async () => {
  const { newOrganization, newMember, db, listener } = await listeningApp();
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const becomes = async (status: number) => {
    await waitFor(async () => (await admin.patch(path, {})).status === status);
  };
  await becomes(200);

  await db.query(sql`update members set role = 'viewer' where org_id = ${owner.orgId} and user_id = ${admin.userId}`);
  await becomes(403);
  await db.query(sql`update members set role = 'admin' where org_id = ${owner.orgId} and user_id = ${admin.userId}`);
  await becomes(200);
  await db.query(sql`update api_keys set scopes = '{organization:read}' where id = ${admin.keyId}`);
  await becomes(403);
  await db.query(sql`update api_keys set expires_at = now() - interval '1 minute' where id = ${admin.keyId}`);
  await becomes(401);
  await listener.stop();
});

test("a team that a member leads, its members and its end take effect in the same way", async () => {
  const { newOrganization, newMember, apiKeys, db, listener } = await listeningApp();
  const owner = await newOrganization();
  const [lead, member] = [await newMember(owner, "member"), await newMember(owner, "member")];
  const { id } = await newEntry(member, await newProject(owner));
  const becomes = async (status: number) => {
    await waitFor(async () => (await lead.get(`/v1/time-entries/${id}`)).status === status);
    assert.notEqual(apiKeys.peek(lead.apiKey), undefined);
  };
  await becomes(403);
  await db.query(sql`
    insert into teams (org_id, id, name, member_ids, lead_ids, shows_money)
    values (${owner.orgId}, 'team_1', 'Design', ${[member.userId]}, ${[lead.userId]}, false)`);
  await becomes(200);
  await db.query(sql`update teams set member_ids = '{}' where org_id = ${owner.orgId}`);
  await becomes(403);
  await db.query(sql`update teams set member_ids = ${[member.userId]} where org_id = ${owner.orgId}`);
  await becomes(200);
  await db.query(sql`delete from teams where org_id = ${owner.orgId}`);
  await becomes(403);
  await listener.stop();
});

test("a scheduled or cancelled deletion and a setting for keys take effect in the same way", async () => {
  const { newOrganization, newMember, apiKeys, db, listener } = await listeningApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const set = (columns: Sql) => db.query(sql`update organizations set ${columns} where id = ${owner.orgId}`);
  const becomes = (status: number) => waitFor(async () => (await owner.patch(path, {})).status === status);
  await becomes(200);

  await set(sql`deletes_at = now() + interval '1 day'`);
  await becomes(409);
  await set(sql`purge_started_at = now()`);
  await becomes(401);
  await set(sql`deletes_at = null, purge_started_at = null`);
  await becomes(200);
  const mayMakeKeys = async () => (await apiKeys.find(member.apiKey))?.members_may_make_keys;
  assert.equal(await mayMakeKeys(), true);
  assert.equal((await member.get(path)).status, 200);
  assert.notEqual(apiKeys.peek(member.apiKey), undefined);
  assert.equal((await owner.patch(path, { membersMayMakeKeys: false })).status, 200);
  await waitFor(() => apiKeys.peek(member.apiKey) === undefined);
  assert.equal(await mayMakeKeys(), false);
  await listener.stop();
});

test("a node's own change takes effect with the reply, before the database's notification", async () => {
  const { newOrganization, newKey, newMember, apiKeys } = await newTestApp();
  // Simulates a change whose notification has not arrived yet.
  apiKeys.listening();
  const owner = await newOrganization();
  const key = await newKey(owner, ["organization:read"]);
  assert.equal((await key.get(path)).status, 200);
  assert.notEqual(apiKeys.peek(key.apiKey), undefined);
  assert.equal((await owner.delete(`/v1/api-keys/${key.keyId}`)).status, 204);
  assert.equal((await key.get(path)).status, 401);

  const member = await newMember(owner, "admin");
  assert.equal((await member.get("/v1/members")).status, 200);
  assert.equal((await owner.patch(`/v1/members/${member.userId}`, { role: "viewer" })).status, 200);
  assert.equal((await member.get("/v1/members")).status, 403);
});

test("a revocation takes effect at once while the listener is down, and after it is back", async () => {
  const { newOrganization, newKey, db, listener, lookUps } = await listeningApp();
  const owner = await newOrganization();
  const [first, second] = [await newKey(owner, ["organization:read"]), await newKey(owner, ["organization:read"])];
  for (const key of [first, second]) assert.equal((await key.get(path)).status, 200);

  // Listening may resume before or after the next request, but the cache is empty in both cases.
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${listenerName}`;
  await db.query(cut);
  await waitFor(() => !listener.isUp());
  const before = lookUps();
  await db.query(revoke(first.keyId));
  assertProblem(await first.get(path), 401, "revoked_api_key");
  assert.equal((await second.get(path)).status, 200);
  assert.ok(lookUps() >= before + 2);

  await waitFor(listener.isUp);
  assert.equal((await second.get(path)).status, 200);
  await db.query(revoke(second.keyId));
  await waitFor(async () => (await second.get(path)).status === 401);
  await listener.stop();
});

test("a lookup in progress during a change is used once and not cached", async () => {
  const { db } = await sharedDatabase();
  const { newOrganization } = await newTestApp();
  const owner = await newOrganization();
  const cache = createApiKeyCache(db);
  cache.listening();

  const finding = cache.find(owner.apiKey);
  cache.forget(owner.orgId);
  assert.equal((await finding)?.key_id, owner.keyId);
  assert.equal(cache.peek(owner.apiKey), undefined);
  await cache.find(owner.apiKey);
  assert.equal(cache.peek(owner.apiKey)?.key_id, owner.keyId);
});

test("a cache that does not listen caches nothing, and one that stops listening is emptied", async () => {
  const { db } = await sharedDatabase();
  const { newOrganization } = await newTestApp();
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const cache = createApiKeyCache(db);
  const keeps = async () => {
    await cache.find(owner.apiKey);
    return cache.peek(owner.apiKey) !== undefined;
  };

  assert.equal(await keeps(), false);
  cache.listening();
  assert.equal(await keeps(), true);
  cache.forget(other.orgId);
  assert.notEqual(cache.peek(owner.apiKey), undefined);
  cache.deaf();
  assert.equal(cache.peek(owner.apiKey), undefined);
  assert.equal(await keeps(), false);
});

test("a revoked or unknown key is never cached", async () => {
  const { db } = await sharedDatabase();
  const { newOrganization } = await newTestApp();
  const owner = await newOrganization();
  const cache = createApiKeyCache(db);
  cache.listening();
  await db.query(revoke(owner.keyId));

  assert.notEqual((await cache.find(owner.apiKey))?.revoked_at, null);
  assert.equal(cache.peek(owner.apiKey), undefined);
  assert.equal(await cache.find("unknown"), undefined);
});

test("the last use of a key is written later, and never moves back", async () => {
  const { newOrganization, newKey, apiKeys, db } = await newTestApp();
  const owner = await newOrganization();
  const unused = await newKey(owner, []);
  const lastUse = async (keyId: string) => {
    const [row] = await db.query<{ at: string | null }>(
      sql`select last_used_at as at from api_keys where org_id = ${owner.orgId} and id = ${keyId}`,
    );
    return row?.at ?? null;
  };
  await owner.get(path);
  assert.equal(await lastUse(owner.keyId), null);

  await apiKeys.flushUses();
  assert.ok(Math.abs(Date.parse((await lastUse(owner.keyId)) ?? "") - Date.now()) < 60_000);
  assert.equal(await lastUse(unused.keyId), null);
  await db.query(sql`update api_keys set last_used_at = '2190-01-01T00:00:00Z' where id = ${owner.keyId}`);
  await owner.get(path);
  await apiKeys.flushUses();
  assert.equal(await lastUse(owner.keyId), "2190-01-01T00:00:00Z");
});

test("a request that changes nothing empties no cache, and an API key's change only that of its organization", async () => {
  const { newOrganization, newSession, apiKeys } = await newTestApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  const heard: (string | undefined)[] = [];
  apiKeys.onChange((orgId) => heard.push(orgId));
  assertProblem(await owner.post("/v1/api-keys", {}), 400, "missing_field", ["/name"]);
  assert.deepEqual(heard, []);
  assert.equal((await owner.post("/v1/api-keys", { name: "Script" })).status, 201);
  assert.deepEqual(heard, [owner.orgId]);
  assert.equal((await session.patch("/v1/me", { name: "Other" })).status, 200);
  assert.deepEqual(heard, [owner.orgId, undefined], "a person may belong to several organizations");
});
