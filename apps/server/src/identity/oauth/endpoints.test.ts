import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import type { Json } from "#test/worlds/test-app.ts";
import { ask, issuer, newOAuthWorld, permit } from "#test/worlds/oauth-world.ts";

const world = await newOAuthWorld();

test("a program names itself by HTTP Basic with an empty secret, and the server by any spelling of its address", async () => {
  const session = await world.newSession(await world.newOrganization());
  const client = await world.register();
  const id = client.clientMetadata().client_id;
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  const post = async (path: string, fields: Record<string, string>, authorization = basic(`${id}:`)) => {
    const body = new URLSearchParams(fields);
    const answer = await world.fetch(`${issuer}/oauth/${path}`, { method: "POST", headers: { authorization }, body });
    return { status: answer.status, json: (await answer.json()) as Json };
  };
  for (const resource of [
    "",
    issuer,
    `${issuer}/`,
    `${issuer}/mcp/`,
    `${issuer}/mcp?source=x`,
    "HTTPS://TIME.example.com:443/mcp",
  ]) {
    const asking = await ask(client, { resource });
    const code = new URL(await permit(session, asking)).searchParams.get("code") ?? "";
    const exchange = {
      grant_type: "authorization_code",
      code,
      code_verifier: asking.checks.pkceCodeVerifier,
      resource,
    };
    const first = await post("token", exchange);
    assert.equal(first.status, 200, JSON.stringify({ resource, first }));
    const refresh = { grant_type: "refresh_token", refresh_token: first.json.refresh_token, resource };
    const second = await post("token", refresh, basic(`${encodeURIComponent(id)}:`));
    assert.equal(second.status, 200, JSON.stringify(second));
    assert.equal((await post("revoke", { token: second.json.refresh_token })).status, 200);
    assertProblem(await world.call(second.json.access_token), 401, "revoked_api_key");
  }
  const asked = { grant_type: "refresh_token", refresh_token: "x" };
  for (const authorization of ["Basic", "Basic ?", basic(":"), basic("nonsense"), "Bearer x"])
    assert.equal(
      (await post("token", asked, authorization)).json.error_description,
      "client_id is required",
      authorization,
    );
  const differing = await post("token", { ...asked, client_id: "client_other" });
  assert.match(differing.json.error_description, /client_id must be the same/);
});

test("a form is read whatever else its type names, and a body of another type is refused", async () => {
  const form = "application/x-www-form-urlencoded";
  const answerTo = async (type: string) => {
    const body = "grant_type=refresh_token&refresh_token=x&client_id=y";
    const answer = await world.fetch(`${issuer}/oauth/token`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    return [answer.status, ((await answer.json()) as Json).error];
  };
  for (const type of [form, form.toUpperCase(), `${form}; charset=UTF-8`, `application/json, ${form}`])
    assert.deepEqual(await answerTo(type), [400, "invalid_grant"], type);
  for (const type of ["application/json", "multipart/form-data", `x${form}`, "form", "/", "a b"])
    assert.deepEqual(await answerTo(type), [400, "invalid_request"], type);
});

test("the metadata name each other and this service, for any page", async () => {
  for (const path of [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp",
    "/mcp/.well-known/oauth-protected-resource",
    "/mcp/.well-known/oauth-authorization-server",
  ]) {
    const answer = await world.fetch(`${issuer}${path}`);
    assert.deepEqual([answer.status, answer.headers.get("access-control-allow-origin")], [200, "*"]);
  }
  assert.equal((await world.fetch(`${issuer}/mcp/.well-known/openid-configuration`)).status, 404);
  const resource = (await (await world.fetch(`${issuer}/.well-known/oauth-protected-resource/mcp`)).json()) as Record<
    string,
    unknown
  >;
  assert.deepEqual([resource["resource"], resource["authorization_servers"]], [`${issuer}/mcp`, [issuer]]);
});

test("pages of every origin use the endpoints that take no cookies, and no others", async () => {
  const key = (await world.newOrganization()).apiKey;
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const json = { "content-type": "application/json" };
  const mcp = { ...json, accept: "application/json, text/event-stream" };
  const send = (path: string, headers: Record<string, string>, init: RequestInit = { method: "POST" }) =>
    world.fetch(`${issuer}${path}`, { ...init, headers });
  for (const origin of [
    "chrome-extension://abcdefghijklmnop",
    "vscode-file://vscode-app",
    "null",
    "http://localhost:6274",
    "https://claude.ai",
  ]) {
    for (const path of ["/mcp", "/oauth/token", "/oauth/register", "/.well-known/oauth-authorization-server"]) {
      const asking = { origin, "access-control-request-method": "POST" };
      const preflight = await send(path, asking, { method: "OPTIONS" });
      const [from, headers] = ["origin", "headers"].map((name) =>
        preflight.headers.get(`access-control-allow-${name}`),
      );
      assert.deepEqual([preflight.status, from, headers], [204, "*", "Authorization, *"], `${path} ${origin}`);
    }
    const answers = [
      await send("/mcp", { ...mcp, origin, authorization: `Bearer ${key}` }, { method: "POST", body: call }),
      await send("/mcp", { ...mcp, origin }, { method: "POST", body: call }),
      await send("/oauth/register", { ...json, origin }, { method: "POST", body: "{}" }),
      await send("/oauth/token", { origin }, { method: "POST", body: new URLSearchParams() }),
      await send("/oauth/revoke", { origin }, { method: "POST", body: new URLSearchParams() }),
    ];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get("access-control-allow-origin")]),
      [200, 401, 400, 400, 400].map((status) => [status, "*"]),
    );
  }
  const cookie = `__Host-stint-session=${(await world.newSession(await world.newOrganization())).apiKey}`;
  const withCookie = await send("/v1/me", { origin: "https://claude.ai", cookie }, { method: "DELETE" });
  assert.deepEqual([withCookie.status, withCookie.headers.get("access-control-allow-origin")], [403, null]);
});
