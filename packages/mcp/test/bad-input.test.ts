import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Caller, Json } from "@stint/server/test/worlds/test-app.ts";
import { agentOf, freshOwner, type Served } from "#test/support/world.ts";

const version = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Sent {
  status: number;
  headers: Headers;
  json: Json;
  text: string;
}

async function send(
  { url }: Served,
  caller: Caller | undefined,
  body: string | object,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<Sent> {
  const { method: called, params } = (typeof body === "string" ? {} : body) as Json;
  const response = await fetch(`${url}/mcp`, {
    method,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(caller === undefined ? {} : { authorization: `Bearer ${caller.apiKey}` }),
      ...(params?._meta === undefined ? {} : { "mcp-protocol-version": version, "mcp-method": called }),
      ...(called === "tools/call" ? { "mcp-name": params.name } : {}),
      ...headers,
    },
    ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(data);
    },
  };
}

const call = (name: unknown, args: unknown, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args, _meta: meta },
});

test("without a valid key, with a session or from a foreign page, nothing is answered", async () => {
  const served = await freshOwner();
  const { owner, world } = served;
  const missing = await send(served, undefined, call("whoami", {}));
  assert.equal(missing.status, 401);
  assert.match(missing.headers.get("www-authenticate") ?? "", /^Bearer/);
  const wrong = await send(served, undefined, call("whoami", {}), { authorization: "Bearer stint_wrong" });
  assert.equal(wrong.status, 401);
  assert.match(wrong.headers.get("www-authenticate") ?? "", /^Bearer/);
  const session = await world.newSession(owner);
  const cookie = `__Host-stint-session=${session.apiKey}`;
  const carried = await send(served, undefined, call("whoami", {}), { cookie, "sec-fetch-site": "same-origin" });
  assert.equal(carried.status, 401);
  const foreign = await send(served, owner, call("whoami", {}), { origin: "https://evil.example" });
  assert.equal(foreign.status, 403);
  const own = await send(served, owner, call("whoami", {}), { origin: served.url });
  assert.equal(own.status, 200);
  for (const method of ["GET", "DELETE", "PUT"]) {
    const refused = await send(served, owner, "", {}, method);
    assert.equal(refused.status, 405, method);
    assert.equal(refused.headers.get("allow"), "POST");
  }
});

test("what is no request of the protocol gets an error of the protocol", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const broken = await send(served, owner, "{");
  assert.deepEqual([broken.status, broken.json.error.code], [400, -32700]);
  const deep = await send(served, owner, `${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  assert.deepEqual([deep.status, deep.json.error.code], [400, -32600]);
  const large = await send(served, owner, call("draft_time", { text: "x".repeat(1_100_000) }));
  assert.deepEqual([large.status, large.json.error.code], [413, -32600]);
  const almost = await send(served, owner, call("draft_time", { text: "x".repeat(1_000_000) }));
  assert.equal(almost.status, 200);
  assert.equal(almost.json.result.isError, true);
  const batch = await send(served, owner, [call("whoami", {}), call("whoami", {}, 2)]);
  assert.equal(batch.status, 400);
  assert.equal(batch.json.error.code, -32600);
  for (const body of ["null", "1", '"text"', "{}", '{"jsonrpc":"1.0","id":1,"method":"tools/list"}']) {
    const { status, json } = await send(served, owner, body);
    assert.equal(status, 400, body);
    assert.ok(json.error.code < -32000, body);
  }
  const form = await send(served, owner, "a=b", { "content-type": "application/x-www-form-urlencoded" });
  assert.equal(form.status, 415);
});

test("unknown methods, tools, versions and shapes are named", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const unknown = await send(served, owner, call("drop_tables", {}));
  assert.equal(unknown.json.error.code, -32602);
  assert.match(unknown.json.error.message, /whoami/);
  const method = await send(served, owner, { jsonrpc: "2.0", id: 1, method: "nothing/here", params: { _meta: meta } });
  assert.equal(method.json.error.code, -32601);
  const later = { ...meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
  const future = await send(
    served,
    owner,
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: later } },
    { "mcp-protocol-version": "2099-01-01" },
  );
  assert.equal(future.status, 400);
  assert.equal(future.json.error.code, -32022);
  const listen = await send(served, owner, {
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: { notifications: { toolsListChanged: true }, _meta: meta },
  });
  assert.deepEqual([listen.status, listen.json.id, listen.json.error.code], [404, 1, -32601]);
  const notified = await send(served, owner, { jsonrpc: "2.0", method: "notifications/initialized" });
  assert.deepEqual([notified.status, notified.text], [202, ""]);
  const shapes: [string, unknown, RegExp][] = [
    ["list_time", { perod: "today" }, /no argument "perod".*period/],
    ["list_time", { limit: "many" }, /limit must be integer/],
    ["start_timer", {}, /required property 'project'/],
    ["draft_time", { entries: [{ start: 9 }] }, /start must be string/],
    ["change_time", { action: "explode" }, /action must be equal/],
    ["change_time", { action: "edit", entries: [{ entry: "../../members" }], set: { task: "x" } }, /no entry/],
    ["draft_time", {}, /Send either/],
    ["list_time", { period: "the ides of march" }, /not a period/],
  ];
  for (const [name, args, expected] of shapes) {
    const { status, json } = await send(served, owner, call(name, args));
    assert.equal(status, 200);
    assert.equal(json.result.isError, true, name);
    assert.match(json.result.content[0].text, expected);
  }
});

test("a question is put only to programs that show forms, and its state must come back unchanged", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const { id } = await newEntry(owner, await newProject(owner));
  const remove = (elicitation: object, params: object = {}) => {
    const declared = { ...meta, "io.modelcontextprotocol/clientCapabilities": { elicitation } };
    const args = { action: "delete", entries: [{ entry: id }] };
    return send(served, owner, {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "change_time", arguments: args, _meta: declared, ...params },
    });
  };
  const linksOnly = (await remove({ url: {} })).json.result;
  assert.deepEqual([linksOnly.structuredContent.done, typeof linksOnly.structuredContent.token], [false, "string"]);
  for (const forms of [{}, { form: {} }, { form: {}, url: {} }]) {
    const asked = (await remove(forms)).json.result;
    assert.equal(asked.resultType, "input_required");
    const inputResponses = { confirm: { action: "accept", content: { write: true } } };
    for (const requestState of [`${asked.requestState}x`, asked.requestState.replace(".", "x."), "", "a.b"]) {
      const { json, status } = await remove(forms, { inputResponses, requestState });
      assert.deepEqual([status, json.error?.code], [200, -32602], requestState);
    }
  }
  assert.equal((await owner.get(`/v1/time-entries/${id}`)).status, 200);
});

test("a key that is revoked between draft and apply writes nothing", async () => {
  const served = await freshOwner();
  const { owner, world } = served;
  await newProject(owner);
  const key = await world.newKey(owner, ["time-entries:read", "time-entries:write", "projects:read"]);
  const agent = await agentOf(served, key);
  const drafted = await agent.ok("draft_time", { text: "9-10 @website text" });
  assert.equal((await owner.delete(`/v1/api-keys/${key.keyId}`)).status, 204);
  const reply = await send(served, key, call("apply_draft", { entries: drafted.entries, token: drafted.token }));
  assert.equal(reply.status, 401);
  assert.match(reply.headers.get("www-authenticate") ?? "", /^Bearer/);
  assert.deepEqual((await owner.get("/v1/time-entries")).json.data, []);
});
