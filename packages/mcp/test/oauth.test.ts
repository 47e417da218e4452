import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { callback, issuer, newOAuthWorld } from "@stint/server/test/worlds/oauth-world.ts";
import type { Caller } from "@stint/server/test/worlds/test-app.ts";

const world = await newOAuthWorld();

/** Creates a program with the official client, which discovers everything from the URL of `/mcp`. */
function newAgent() {
  const kept: Record<string, never> = {};
  const store = kept as Record<string, unknown>;
  const authProvider = {
    redirectUrl: callback,
    clientMetadata: { client_name: "Agent", redirect_uris: [callback] },
    state: () => "kept",
    clientInformation: () => kept["client"],
    saveClientInformation: (client: unknown) => void (store["client"] = client),
    tokens: () => kept["tokens"],
    saveTokens: (tokens: unknown) => void (store["tokens"] = tokens),
    redirectToAuthorization: (url: URL) => void (store["url"] = url),
    saveCodeVerifier: (verifier: string) => void (store["verifier"] = verifier),
    codeVerifier: () => String(kept["verifier"]),
    saveDiscoveryState: (state: unknown) => void (store["discovery"] = state),
    discoveryState: () => kept["discovery"],
  };
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${issuer}/mcp`), { authProvider, fetch: world.fetch as never });
  const connect = async () => {
    const client = new Client({ name: "agent", version: "1.0.0" });
    await client.connect(open());
    return client;
  };
  return {
    connect,
    /** Returns the scopes that the program requests on the page that it opened in the browser. */
    asked: () => new URL(String(store["url"])).searchParams.get("scope"),
    tokens: () => store["tokens"] as { access_token: string; refresh_token: string },
    /** Grants the request as the person, and lets the program exchange its code. */
    async permitBy(session: Caller): Promise<void> {
      const request = new URL(String(store["url"])).search.slice(1);
      const shown = await session.post("/v1/me/grant-requests", { request });
      const { organizationId, scopes } = shown.json;
      const made = await session.post("/v1/me/grants", { request, organizationId, scopes, expiresAt: null });
      assert.equal(made.status, 201, made.text);
      await open().finishAuth(new URL(made.json.redirectUrl).searchParams);
    },
  };
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args }) as Promise<{ isError?: boolean; structuredContent?: { timer?: unknown } }>;

test("a program connects by the address alone, reads, asks for more when it needs it, and is disconnected", async () => {
  const owner = await world.newOrganization();
  await newProject(owner);
  const session = await world.newSession(owner);
  const agent = newAgent();
  await assert.rejects(agent.connect(), UnauthorizedError);
  assert.equal(agent.asked(), "time-entries:read projects:read");
  await agent.permitBy(session);
  const reader = await agent.connect();
  assert.equal((await call(reader, "list_time", { period: "today" })).isError, undefined);
  // It sees the tools that it lacks scopes for, because it can ask for these.
  assert.equal((await reader.listTools()).tools.length, 11);
  // Request the scopes named in the challenge, and grant them.
  await assert.rejects(call(reader, "start_timer", { project: "Website" }), UnauthorizedError);
  assert.equal(agent.asked(), "time-entries:read projects:read time-entries:write");
  await agent.permitBy(session);
  const writer = await agent.connect();
  const started = await call(writer, "start_timer", { project: "Website" });
  assert.equal(started.isError, undefined, JSON.stringify(started));
  const timer = await owner.get("/v1/timer");
  assert.equal(timer.status, 200, timer.text);
  const [event] = (await owner.get("/v1/audit-events?action=timer.started")).json.data;
  assert.deepEqual([event.actor.type, event.actor.keyName], ["key", "Agent"]);

  for (const { id } of (await session.get("/v1/me/grants")).json.data)
    assert.equal((await session.delete(`/v1/me/grants/${id}`)).status, 204);
  await assert.rejects(call(writer, "stop_timer"));
  assert.equal((await owner.get("/v1/timer")).status, 200);
});

test("a program that cannot ask for more is told where the person adds it, and works on with its tokens", async () => {
  const owner = await world.newOrganization();
  await newProject(owner);
  const session = await world.newSession(owner);
  const agent = newAgent();
  await assert.rejects(agent.connect(), UnauthorizedError);
  await agent.permitBy(session);
  const start = async () => {
    const params = { name: "start_timer", arguments: { project: "Website" } };
    const answer = await world.fetch(`${issuer}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${agent.tokens().access_token}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const refused = await start();
  assert.equal(refused.status, 403);
  assert.match(refused.text, /https:\/\/time\.example\.com\/settings\/api-keys\?status=programs/);
  const [{ id, scopes }] = (await session.get("/v1/me/grants")).json.data;
  const wider = await session.patch(`/v1/me/grants/${id}`, { scopes: [...scopes, "time-entries:write"] });
  assert.equal(wider.status, 200, wider.text);
  const started = await start();
  assert.equal(started.status, 200);
  assert.doesNotMatch(started.text, /"isError":true/);
});

test("a 401 names where to ask, with and without a token, and an API key is told what it lacks by the tool", async () => {
  const owner = await world.newOrganization();
  const send = (headers: Record<string, string>, name = "whoami") =>
    world.fetch(`${issuer}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }),
    });
  const where = `resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp"`;
  const least = `scope="time-entries:read projects:read"`;
  const none = await send({});
  assert.deepEqual([none.status, none.headers.get("www-authenticate")], [401, `Bearer ${least}, ${where}`]);
  const wrong = await send({ authorization: `Bearer stinta_${"x".repeat(43)}` });
  assert.deepEqual(
    [wrong.status, wrong.headers.get("www-authenticate")],
    [401, `Bearer error="invalid_token", ${least}, ${where}`],
  );
  const key = await world.newKey(owner, ["time-entries:read", "projects:read"]);
  const answer = await send({ authorization: `Bearer ${key.apiKey}` }, "stop_timer");
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /"isError":true/);
});
