import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "openid-client";
import { sql } from "#platform/database/database.ts";
import { cleanUp } from "#src/worker.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf, newPerson, signedIn, testPassword } from "#test/http/browser.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { ask, callback, connect, issuer, newOAuthWorld, permit } from "#test/worlds/oauth-world.ts";

const hourMs = 3_600_000;
const world = await newOAuthWorld();

test("a grant ends with its member, and a code that was not exchanged is worth nothing then", async () => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const session = await world.newSession(member);
  const client = await world.register();
  const tokens = await connect(client, session);
  const asking = await ask(client);
  const url = new URL(await permit(session, asking));
  assert.equal((await owner.patch(`/v1/members/${member.userId}`, { status: "deactivated" })).status, 200);
  assertProblem(await world.call(tokens.access_token), 401, "revoked_api_key");
  await assert.rejects(oauth.refreshTokenGrant(client, tokens.refresh_token ?? ""), { error: "invalid_grant" });
  await assert.rejects(oauth.authorizationCodeGrant(client, url, asking.checks), { error: "invalid_grant" });
  assert.equal((await actionsOf(world, owner.orgId)).filter((action) => action === "grant.ended").length, 1);
});

test("a session that is ended from elsewhere takes its grants along; a sign-out does not", async () => {
  const person = await newPerson(world);
  const client = await world.register();
  const [first, second] = [await signedIn(world, person), await signedIn(world, person)];
  const asCaller = (browser: typeof first) => browser as unknown as Parameters<typeof connect>[1];
  const ofFirst = await connect(client, asCaller(first));
  const ofSecond = await connect(client, asCaller(second));
  const pending = await ask(client);
  const url = new URL(await permit(asCaller(first), pending));
  const { id } = (await first.get("/v1/me")).json.key;
  assert.equal((await second.send("DELETE", `/v1/me/sessions/${id}`)).status, 204);
  assertProblem(await world.call(ofFirst.access_token), 401, "revoked_api_key");
  await assert.rejects(oauth.authorizationCodeGrant(client, url, pending.checks), { error: "invalid_grant" });
  assert.equal((await world.call(ofSecond.access_token)).status, 200);
  assert.equal((await second.post("/auth/sign-out")).status, 204);
  assert.equal((await world.call(ofSecond.access_token)).status, 200);

  const third = await signedIn(world, person);
  const ofThird = await connect(client, asCaller(third));
  const changed = await third.send("PUT", "/v1/me/password", {
    currentPassword: testPassword,
    newPassword: "another good one 7",
  });
  assert.ok(changed.status < 300, changed.text);
  assertProblem(await world.call(ofSecond.access_token), 401, "revoked_api_key");
  assert.equal((await world.call(ofThird.access_token)).status, 200);
});

test("grants are listed to their member only, and count towards the limit of keys", async () => {
  const narrow = await newOAuthWorld({ keyShares: { perMember: 3, perOrganization: 10 } });
  const owner = await narrow.newOrganization();
  const session = await narrow.newSession(owner);
  const client = await narrow.register({ client_name: " Cl\u202eau\nde”  ", redirect_uris: [callback] });
  await connect(client, session);
  const pending = [await ask(client), await ask(client)];
  const urls: URL[] = [];
  for (const asking of pending) urls.push(new URL(await permit(session, asking)));
  const exchanged = await Promise.allSettled(
    pending.map(({ checks }, index) => oauth.authorizationCodeGrant(client, urls[index] as URL, checks)),
  );
  assert.equal(exchanged.filter(({ status }) => status === "fulfilled").length, 1, "the owner has a key as well");
  const { query } = await ask(client);
  const body = { request: query, organizationId: owner.orgId, scopes: ["projects:read"], expiresAt: null };
  assertProblem(await session.post("/v1/me/grants", body), 409, "too_many_api_keys");

  const { data } = (await session.get("/v1/me/grants")).json;
  assert.deepEqual(
    data.map(({ clientName, redirectHost, isOwnMachine }: Record<string, unknown>) => [
      clientName,
      redirectHost,
      isOwnMachine,
    ]),
    [
      ["Clau de", "127.0.0.1:53682", true],
      ["Clau de", "127.0.0.1:53682", true],
    ],
  );
  const other = await narrow.newSession(await narrow.newMember(owner, "admin"));
  assert.deepEqual((await other.get("/v1/me/grants")).json.data, []);
  assertProblem(await other.delete(`/v1/me/grants/${data[0].id}`), 404, "not_found");
  assert.equal((await owner.get("/v1/api-keys?userId=me")).json.data.length, 1, "grants are no API keys");
});

test("a program revokes its own tokens only", async () => {
  const session = await world.newSession(await world.newOrganization());
  const [client, other] = [await world.register(), await world.register()];
  const tokens = await connect(client, session);
  await oauth.tokenRevocation(other, tokens.refresh_token ?? "");
  await oauth.tokenRevocation(other, tokens.access_token);
  await oauth.tokenRevocation(client, "nonsense");
  const answer = await world.call(tokens.access_token);
  assert.equal(answer.status, 200, answer.text);
  await oauth.tokenRevocation(client, tokens.access_token);
  assertProblem(await world.call(tokens.access_token), 401, "revoked_api_key");
});

test("a program registers addresses of its own machine, https ones and private schemes, and no others", async () => {
  for (const uri of [
    "https://claude.ai/api/mcp/auth_callback",
    "http://localhost:1234/cb",
    "http://[::1]/cb",
    "cursor://anysphere.cursor-retrieval/oauth/callback",
    "kiro://x/cb",
    "com.example.app:/callback",
  ]) {
    const client = await world.register({ redirect_uris: [uri] });
    assert.equal(client.clientMetadata()["token_endpoint_auth_method"], "none");
  }
  for (const uri of [
    "http://example.com/cb",
    "javascript:alert(1)",
    "javascript://x.example/%0aalert(1)",
    "data:text/html,x",
    "https://user:password@example.com/",
    "https://example.com/#fragment",
    "file:///etc/passwd",
    "https://a.example/\0",
    "https://a.example/\u202ex",
    "https://a.example\\@b.example/",
    "nonsense",
  ])
    await assert.rejects(world.register({ redirect_uris: [uri] }), { error: "invalid_redirect_uri" }, uri);
  for (const uris of [[], undefined, null, callback, [null]])
    await assert.rejects(world.register({ redirect_uris: uris }), { error: "invalid_redirect_uri" });
});

test("an address that cannot be used costs only itself, and odd metadata counts as absent", async () => {
  const usable = ["kiro://example/cb", "http://localhost:1455/callback"];
  const refused = ["http://127.0.0.1/cb#x", "ftp://example.com/cb", null];
  const odd = { client_name: null, client_uri: 1, scope: null, token_endpoint_auth_method: null, contacts: {} };
  const client = (await world.register({ redirect_uris: [...refused, ...usable], ...odd })).clientMetadata();
  assert.deepEqual(client["redirect_uris"], usable);
  assert.equal(client["client_name"], "example");
  await assert.rejects(world.register({ redirect_uris: refused }), (error: { error_description?: string }) => {
    for (const reason of [
      /"http:\/\/127\.0\.0\.1\/cb#x" contains a fragment/,
      /"ftp:[^"]*" has the scheme ftp:/,
      /null is not a text/,
    ])
      assert.match(error.error_description ?? "", reason);
    return true;
  });
});

test("a hundred registrations from one network are limited, and the others go on", async () => {
  const fresh = await newOAuthWorld({ trustProxy: ["127.0.0.1"] });
  const register = async (address: string) => {
    const answer = await fresh.fetch(`${issuer}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ redirect_uris: [callback] }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { error?: string },
      retryAfter: answer.headers.get("retry-after"),
    };
  };
  const answers = [];
  for (let index = 0; index < 100; index++) answers.push(await register("198.51.100.7"));
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(answers.filter(({ status }) => status === 201).length, 60);
  assert.equal(refused.length, 40);
  assert.equal(refused[0]?.body.error, "temporarily_unavailable");
  assert.ok(Number(refused[0]?.retryAfter) > 0);
  assert.equal((await register("198.51.100.8")).status, 201);
  // Uses several networks of one IPv6 site, which has 65,536 of them.
  for (let network = 0; network < 5; network++)
    for (let index = 0; index < 60; index++)
      assert.equal((await register(`2001:db8:7:${network}::${index + 1}`)).status, 201);
  assert.equal((await register("2001:db8:7:9::1")).status, 429);
  assert.equal((await register("2001:db8:8::1")).status, 201);
  await fresh.db.query(sql`delete from sign_in_throttles where key like 'registration:%'`);
});

test("malformed requests get the errors of the standards", async () => {
  const client = await world.register();
  const client_id = client.clientMetadata().client_id;
  const token = async (body: string | URLSearchParams, headers: Record<string, string> = {}) => {
    const answer = await world.fetch(`${issuer}/oauth/token`, { method: "POST", body, headers });
    assert.equal(answer.headers.get("cache-control"), "no-store");
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  const form = (fields: Record<string, string>) => new URLSearchParams({ client_id, ...fields });
  assert.deepEqual(await token(form({})), [400, "invalid_request"]);
  assert.deepEqual(await token("{}", { "content-type": "application/json" }), [400, "invalid_request"]);
  assert.deepEqual(await token(form({ grant_type: "password" })), [400, "unsupported_grant_type"]);
  assert.deepEqual(await token(form({ grant_type: "refresh_token" })), [400, "invalid_request"]);
  assert.deepEqual(await token(form({ grant_type: "refresh_token", refresh_token: "x" })), [400, "invalid_grant"]);
  assert.deepEqual(await token(form({ grant_type: "refresh_token", resource: "https://other.example" })), [
    400,
    "invalid_target",
  ]);
  assert.deepEqual(
    await token(`client_id=a&client_id=b&grant_type=x`, { "content-type": "application/x-www-form-urlencoded" }),
    [400, "invalid_request"],
  );
  assert.deepEqual(await token("x".repeat(20_000)), [413, "invalid_request"]);
});

test("registrations that nobody connects are removed after a day, and codes that nobody exchanges", async () => {
  const { db } = await createDatabase({ poolSize: 4 });
  let clockMs = Date.now();
  const fresh = await newOAuthWorld({ db, now: () => new Date(clockMs) });
  const session = await fresh.newSession(await fresh.newOrganization());
  const [used, unused] = [await fresh.register(), await fresh.register()];
  const tokens = await connect(used, session);
  await permit(session, await ask(used));
  const left = async () => {
    const clients = await db.query<{ id: string }>(sql`select id from oauth_clients order by id`);
    const grants = await db.query(sql`select from oauth_grants where org_id = ${session.orgId}`);
    return { clients: clients.map(({ id }) => id), grants: grants.length };
  };
  const idOf = (client: oauth.Configuration) => client.clientMetadata().client_id;
  assert.deepEqual(await left(), { clients: [idOf(used), idOf(unused)], grants: 2 });
  clockMs += 3 * 60_000;
  await permit(session, await ask(used));
  assert.equal((await left()).grants, 2, "a code that expired is replaced");
  clockMs += 25 * hourMs;
  await cleanUp(db, new Date(clockMs));
  assert.deepEqual(await left(), { clients: [idOf(used)], grants: 1 });
  assert.equal((await oauth.refreshTokenGrant(used, tokens.refresh_token ?? "")).token_type, "bearer");
  // Ended keys and their tokens are kept for 90 days, like sessions.
  const [{ id }] = (await (await fresh.newSession(session)).get("/v1/me/grants")).json.data;
  await db.query(sql`update api_keys set revoked_at = now() where org_id = ${session.orgId} and id = ${id}`);
  clockMs += 92 * 24 * hourMs;
  await cleanUp(db, new Date(clockMs));
  await cleanUp(db, new Date(clockMs));
  assert.deepEqual(await left(), { clients: [], grants: 0 });
});

test("grants that nobody uses for 30 days end, and no longer count", async () => {
  const { db } = await createDatabase({ poolSize: 4 });
  let clockMs = Date.now();
  const fresh = await newOAuthWorld({
    db,
    now: () => new Date(clockMs),
    keyShares: { perMember: 2, perOrganization: 9 },
  });
  const owner = await fresh.newOrganization();
  const client = await fresh.register();
  const tokens = await connect(client, await fresh.newSession(owner));
  clockMs += 31 * 24 * hourMs;
  await cleanUp(db, new Date(clockMs));
  await assert.rejects(oauth.refreshTokenGrant(client, tokens.refresh_token ?? ""), { error: "invalid_grant" });
  assert.ok((await actionsOf(fresh, owner.orgId)).includes("grant.ended"));
  const again = await fresh.register();
  await db.query(sql`update api_keys set expires_at = null where org_id = ${owner.orgId} and kind = 'api'`);
  const later = new Date(clockMs + hourMs).toISOString();
  const session = await fresh.newSession(owner);
  await db.query(
    sql`update api_keys set last_used_at = ${later} where org_id = ${owner.orgId} and id = ${session.keyId}`,
  );
  await connect(again, session);
});

test("owners and admins see everybody's connected programs and end them; others only their own", async () => {
  const owner = await world.newOrganization();
  const [admin, manager, member] = [
    await world.newMember(owner, "admin"),
    await world.newMember(owner, "manager"),
    await world.newMember(owner, "member"),
  ];
  const client = await world.register();
  const tokens = await connect(client, await world.newSession(member));
  await connect(client, await world.newSession(manager));
  const stranger = await world.newOrganization();
  await connect(client, await world.newSession(stranger));
  const seenBy = async (caller: typeof owner, query = "") =>
    (await caller.get(`/v1/grants${query}`)).json.data.map(({ userId }: { userId: string }) => userId);
  assert.deepEqual(await seenBy(admin), [manager.userId, member.userId]);
  assert.deepEqual(await seenBy(owner, `?userId=${member.userId}`), [member.userId]);
  assert.deepEqual(await seenBy(owner, "?userId=me"), []);
  assert.deepEqual(await seenBy(manager), [manager.userId]);
  assert.deepEqual(await seenBy(manager, `?userId=${member.userId}`), []);
  const first = (await owner.get("/v1/grants?limit=1")).json;
  const rest = (await owner.get(`/v1/grants?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`)).json;
  assert.deepEqual([rest.data[0].userId, rest.nextCursor], [member.userId, null]);

  const { id } = rest.data[0];
  assertProblem(await manager.delete(`/v1/grants/${id}`), 403, "forbidden");
  assertProblem(await stranger.delete(`/v1/grants/${id}`), 404, "not_found");
  assert.equal((await world.call(tokens.access_token)).status, 200);
  assert.equal((await admin.delete(`/v1/grants/${id}`)).status, 204);
  assertProblem(await world.call(tokens.access_token), 401, "revoked_api_key");
  await assert.rejects(oauth.refreshTokenGrant(client, tokens.refresh_token ?? ""), { error: "invalid_grant" });
  assertProblem(await admin.delete(`/v1/grants/${id}`), 404, "not_found");
  const [ended] = (await owner.get("/v1/audit-events?action=grant.ended")).json.data;
  assert.equal(ended.actor.userId, admin.userId, "the audit log names who ended it");
});
