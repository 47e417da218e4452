import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "openid-client";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf } from "#test/http/browser.ts";
import { ask, callback, connect, issuer, newOAuthWorld, permit } from "#test/worlds/oauth-world.ts";

const minuteMs = 60_000;
let clockMs = Date.now();
const world = await newOAuthWorld({ now: () => new Date(clockMs) });

async function newSession() {
  return world.newSession(await world.newOrganization());
}

const refusedGrant = (promise: Promise<unknown>) =>
  assert.rejects(promise, (error) => error instanceof oauth.ResponseBodyError && error.error === "invalid_grant");

test("a certified client registers, is permitted, gets tokens, and refreshes them", async () => {
  const session = await newSession();
  const client = await world.register();
  const asking = await ask(client);
  const shown = await session.post("/v1/me/grant-requests", { request: asking.query });
  assert.equal(shown.status, 200, shown.text);
  const { declineUrl, clientId, ...facts } = shown.json;
  assert.deepEqual(facts, {
    organizationId: session.orgId,
    clientName: "Helper",
    clientHost: null,
    redirectHost: "127.0.0.1:53682",
    isOwnMachine: true,
    scopes: ["time-entries:read", "time-entries:write", "projects:read"],
    availableScopes: [
      "time-entries:read",
      "time-entries:write",
      "projects:read",
      "reports:read",
      "costs:read",
      "members:read",
      "organization:read",
      "timesheets:read",
      "timesheets:write",
      "billing:read",
    ],
    mayConnect: true,
    fault: null,
  });
  assert.equal(clientId, client.clientMetadata().client_id);
  assert.match(declineUrl, /^http:\/\/127\.0\.0\.1:53682\/callback\?error=access_denied&.*&state=.*&iss=https/);

  const tokens = await connect(client, session);
  assert.deepEqual(
    [tokens.token_type, tokens.expires_in, tokens.scope],
    ["bearer", 3600, "time-entries:read time-entries:write projects:read"],
  );
  const me = await world.call(tokens.access_token);
  assert.deepEqual([me.status, me.json.key.kind, me.json.key.name], [200, "api", "Helper"], me.text);
  const refreshed = await oauth.refreshTokenGrant(client, tokens.refresh_token ?? "");
  assert.notEqual(refreshed.access_token, tokens.access_token);
  assert.equal((await world.call(tokens.access_token)).status, 200, "requests with it may be under way");
  assert.equal((await world.call(refreshed.access_token)).status, 200);
  const actions = await actionsOf(world, session.orgId);
  assert.equal(actions.filter((action) => action === "grant.created").length, 1);
});

test("an access token is for /mcp only, for an hour, and only as long as its grant", async () => {
  const session = await newSession();
  const client = await world.register();
  const tokens = await connect(client, session);
  const direct = await world.anonymous.send("GET", "/v1/me", undefined, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  assertProblem(direct, 401, "invalid_api_key");
  clockMs += 61 * minuteMs;
  assertProblem(await world.call(tokens.access_token), 401, "expired_api_key");
  const again = await oauth.refreshTokenGrant(client, tokens.refresh_token ?? "");
  await oauth.tokenRevocation(client, tokens.access_token);
  assert.equal((await world.call(again.access_token)).status, 200, "an expired token ends nothing");
  const [{ id }] = (await session.get("/v1/me/grants")).json.data;
  assert.equal((await session.delete(`/v1/me/grants/${id}`)).status, 204);
  assertProblem(await world.call(again.access_token), 401, "revoked_api_key");
  await refusedGrant(oauth.refreshTokenGrant(client, again.refresh_token ?? ""));
  assert.deepEqual((await session.get("/v1/me/grants")).json.data, []);
  assertProblem(await session.delete(`/v1/me/grants/${id}`), 404, "not_found");
});

test("scopes limit a grant, and none of them reaches keys, members' rights or webhooks", async () => {
  const session = await newSession();
  const client = await world.register();
  const read = await connect(client, session, { scope: "time-entries:read openid keys:write webhooks:write" });
  assert.equal(read.scope, "time-entries:read");
  assert.equal((await world.call(read.access_token, "/v1/time-entries")).status, 200);
  assertProblem(await world.call(read.access_token, "/v1/projects"), 403, "insufficient_scope");
  assertProblem(await world.call(read.access_token, "/v1/api-keys"), 403, "insufficient_scope");
  assertProblem(await world.call(read.access_token, "/v1/me/grants"), 403, "session_required");
  for (const scope of ["", "offline_access", "openid profile offline_access", "mcp:tools", "keys:write"]) {
    const least = await connect(client, session, { scope });
    assert.equal(least.scope, "time-entries:read projects:read", scope);
  }
});

test("a code works once, for its program, verifier and address, for two minutes; repeated, it ends the grant", async () => {
  const session = await newSession();
  const [client, other] = [await world.register(), await world.register()];
  const code = async (asking: Awaited<ReturnType<typeof ask>>) => new URL(await permit(session, asking));

  const asking = await ask(client);
  const url = await code(asking);
  const stranger = await ask(other);
  await refusedGrant(oauth.authorizationCodeGrant(other, url, asking.checks));
  const wrong = { ...asking.checks, pkceCodeVerifier: stranger.checks.pkceCodeVerifier };
  await refusedGrant(oauth.authorizationCodeGrant(client, url, wrong));
  const tokens = await oauth.authorizationCodeGrant(client, url, asking.checks);
  assert.equal((await world.call(tokens.access_token)).status, 200);
  await refusedGrant(oauth.authorizationCodeGrant(client, url, asking.checks));
  assertProblem(await world.call(tokens.access_token), 401, "revoked_api_key");
  await refusedGrant(oauth.refreshTokenGrant(client, tokens.refresh_token ?? ""));

  const late = await ask(client);
  const lateUrl = await code(late);
  clockMs += 2 * minuteMs;
  await refusedGrant(oauth.authorizationCodeGrant(client, lateUrl, late.checks));
  const altered = await code(await ask(client));
  altered.searchParams.set("code", `${altered.searchParams.get("code")?.slice(0, -1)}-`);
  await assert.rejects(oauth.authorizationCodeGrant(client, altered, late.checks));
  const moved = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: client.clientMetadata().client_id,
    code: (await code(late)).searchParams.get("code") ?? "",
    code_verifier: late.checks.pkceCodeVerifier,
    redirect_uri: "http://127.0.0.1:53683/callback",
  });
  const answer = await world.fetch(`${issuer}/oauth/token`, { method: "POST", body: moved });
  assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [400, "invalid_grant"]);
});

test("two exchanges of a code at once give one pair of tokens at most", async () => {
  const session = await newSession();
  const client = await world.register();
  const asking = await ask(client);
  const url = new URL(await permit(session, asking));
  const both = await Promise.allSettled([1, 2].map(() => oauth.authorizationCodeGrant(client, url, asking.checks)));
  assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
});

test("a refresh token gives the same tokens for a minute, and later ends the grant of whoever copied it", async () => {
  const session = await newSession();
  const client = await world.register();
  const first = await connect(client, session);
  const refresh = (token: string | undefined) => oauth.refreshTokenGrant(client, token ?? "");
  const [one, two] = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)]);
  assert.equal(one.refresh_token, two.refresh_token);
  assert.equal(one.access_token, two.access_token);
  clockMs += 30_000;
  const repeated = await refresh(first.refresh_token);
  assert.equal(repeated.access_token, one.access_token);
  assert.equal(repeated.expires_in, 3570);

  const second = await refresh(one.refresh_token);
  await refusedGrant(refresh(first.refresh_token));
  assertProblem(await world.call(second.access_token), 401, "revoked_api_key");
  await refusedGrant(refresh(second.refresh_token));

  const thief = await connect(client, session);
  const used = await refresh(thief.refresh_token);
  clockMs += minuteMs;
  await refusedGrant(refresh(thief.refresh_token));
  assertProblem(await world.call(used.access_token), 401, "revoked_api_key");
  assert.deepEqual((await session.get("/v1/me/grants")).json.data, []);
});

test("a grant ends after 30 days without use, and at the end that the person chose", async () => {
  let clockMs = Date.now();
  const world = await newOAuthWorld({ now: () => new Date(clockMs) });
  const session = await world.newSession(await world.newOrganization());
  const client = await world.register();
  const asking = await ask(client);
  const expiresAt = new Date(clockMs + 40 * minuteMs).toISOString();
  const url = new URL(await permit(session, asking, { expiresAt }));
  const short = await oauth.authorizationCodeGrant(client, url, asking.checks);
  const long = await connect(client, session);
  clockMs += 40 * minuteMs;
  assertProblem(await world.call(short.access_token), 401, "expired_api_key");
  await refusedGrant(oauth.refreshTokenGrant(client, short.refresh_token ?? ""));
  const kept = await oauth.refreshTokenGrant(client, long.refresh_token ?? "");
  clockMs += 30 * 24 * 60 * minuteMs;
  await refusedGrant(oauth.refreshTokenGrant(client, kept.refresh_token ?? ""));
});

test("a request of an unknown program, or to a foreign address, sends nobody anywhere", async () => {
  const session = await newSession();
  const client = await world.register();
  const clientId = client.clientMetadata().client_id;
  for (const [changed, code] of [
    [{ client_id: "client_unknown" }, "unknown_client"],
    [{ client_id: "" }, "unknown_client"],
    [{ redirect_uri: "http://127.0.0.1:53682/other" }, "wrong_redirect_uri"],
    [{ redirect_uri: "https://evil.example/callback" }, "wrong_redirect_uri"],
    [{ redirect_uri: "http://127.0.0.1.evil.example:53682/callback" }, "wrong_redirect_uri"],
    [{ redirect_uri: `${callback}#x` }, "wrong_redirect_uri"],
    [{ redirect_uri: undefined }, "wrong_redirect_uri"],
  ] as const) {
    const { query } = await ask(client, changed);
    for (const answer of [
      await session.post("/v1/me/grant-requests", { request: query }),
      await session.post("/v1/me/grants", {
        request: query,
        organizationId: session.orgId,
        scopes: ["projects:read"],
        expiresAt: null,
      }),
    ]) {
      assertProblem(answer, 422, "validation_failed", ["/request"]);
      assert.equal(answer.json.errors[0].code, code, query);
    }
  }
  const { query } = await ask(client);
  const twice = await session.post("/v1/me/grant-requests", { request: `${query}&client_id=${clientId}` });
  assert.equal(twice.json.errors[0].code, "repeated_parameter");
});

test("a faulty request of a known program is reported to it: no PKCE, a foreign resource, another response", async () => {
  const session = await newSession();
  const client = await world.register();
  for (const [changed, error] of [
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ resource: "https://other.example.com/mcp" }, "invalid_target"],
    [{ resource: `${issuer}/v1` }, "invalid_target"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ resource: "https://time.example.com.evil.example/mcp" }, "invalid_target"],
    [{ resource: "http://time.example.com/mcp" }, "invalid_target"],
    [{ resource: `${issuer}:8443/mcp` }, "invalid_target"],
    [{ resource: `${issuer}/mcp#x` }, "invalid_target"],
    [{ resource: "/mcp" }, "invalid_target"],
  ] as const) {
    const asking = await ask(client, changed);
    const shown = await session.post("/v1/me/grant-requests", { request: asking.query });
    assert.equal(shown.status, 200, shown.text);
    const back = new URL(shown.json.declineUrl);
    assert.ok(typeof shown.json.fault === "string");
    assert.deepEqual(
      [back.searchParams.get("error"), back.searchParams.get("state"), back.searchParams.get("iss")],
      [error, asking.checks.expectedState, issuer],
    );
    const body = { request: asking.query, organizationId: session.orgId, scopes: ["projects:read"], expiresAt: null };
    assertProblem(await session.post("/v1/me/grants", body), 422, "validation_failed", ["/request"]);
  }
});

test("a client notices an answer of another issuer, and one to another request", async () => {
  const session = await newSession();
  const client = await world.register();
  const asking = await ask(client);
  const url = new URL(await permit(session, asking));
  const mixed = new URL(url);
  mixed.searchParams.set("iss", "https://attacker.example");
  await assert.rejects(oauth.authorizationCodeGrant(client, mixed, asking.checks), { code: "OAUTH_INVALID_RESPONSE" });
  const other = await ask(client);
  await assert.rejects(oauth.authorizationCodeGrant(client, url, other.checks), { code: "OAUTH_INVALID_RESPONSE" });
});

test("one person's session permits nothing for another organization, beyond the person's rights, or too long after a sign-in", async () => {
  const owner = await world.newOrganization();
  const session = await world.newSession(owner);
  const client = await world.register();
  const { query } = await ask(client, { scope: "time-entries:read members:read" });
  const body = { request: query, organizationId: owner.orgId, scopes: ["time-entries:read"], expiresAt: null };
  const foreign = await world.newOrganization();
  assertProblem(await session.post("/v1/me/grants", { ...body, organizationId: foreign.orgId }), 404, "not_found", [
    "/organizationId",
  ]);
  assertProblem(await session.post("/v1/me/grants", { ...body, scopes: ["keys:write"] }), 422, "validation_failed", [
    "/scopes",
  ]);
  assertProblem(
    await session.post("/v1/me/grants", { ...body, expiresAt: "2020-01-01T00:00:00Z" }),
    422,
    "validation_failed",
    ["/expiresAt"],
  );
  assertProblem(await owner.post("/v1/me/grants", body), 403, "session_required");
  const member = await world.newSession(await world.newMember(owner, "member"));
  const shown = await member.post("/v1/me/grant-requests", { request: query });
  assert.deepEqual(shown.json.scopes, ["time-entries:read"]);
  const unheld = await member.post("/v1/me/grants", { ...body, scopes: ["time-entries:read", "members:read"] });
  assertProblem(unheld, 422, "validation_failed", ["/scopes"]);
  const viewer = await world.newSession(await world.newMember(owner, "viewer"));
  assert.equal((await viewer.post("/v1/me/grant-requests", { request: query })).json.mayConnect, false);
  assertProblem(await viewer.post("/v1/me/grants", body), 403, "forbidden");

  clockMs += 11 * minuteMs;
  assertProblem(await session.post("/v1/me/grants", body), 403, "reauthentication_required");
});
