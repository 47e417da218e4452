import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
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

test("without a valid key, with a session or by DNS rebinding, nothing is answered", async () => {
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
  const host = "evil.example:8080";
  const rebound = await new Promise((resolve, reject) => {
    const headers = { host, origin: `http://${host}`, authorization: `Bearer ${owner.apiKey}` };
    const request = httpRequest(`${served.url}/mcp`, { method: "POST", headers }, (reply) => {
      reply.resume().on("end", () => resolve(reply.statusCode));
    });
    request.on("error", reject).end("{}");
  });
  assert.equal(rebound, 403);
  for (const origin of [served.url, "https://evil.example", "vscode-file://vscode-app", "null"])
    assert.equal((await send(served, owner, call("whoami", {}), { origin })).status, 200, origin);
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

test("a program that accepts only one type, everything or nothing is answered in JSON", async () => {
  const served = await freshOwner();
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  for (const [accept, type] of [
    ["application/json", "application/json"],
    ["*/*", "application/json"],
    ["", "application/json"],
    ["text/event-stream", "text/event-stream"],
    ["application/json, text/event-stream", "text/event-stream"],
  ] as const) {
    const older = await send(served, served.owner, list, { accept });
    assert.deepEqual([older.status, older.headers.get("content-type")], [200, type], accept);
    assert.equal(older.json.result.tools.length, 11);
    if (type === "application/json") assert.equal(JSON.parse(older.text).id, 1);
    const newer = await send(served, served.owner, call("whoami", {}), { accept });
    assert.deepEqual([newer.status, JSON.parse(newer.text).id], [200, 1], accept);
  }
});

test("no schema of a tool has several types for one field", async () => {
  const served = await freshOwner();
  const agent = await agentOf(served, served.owner);
  const { tools } = await agent.client.listTools();
  assert.doesNotMatch(JSON.stringify(tools), /"type":\[/);
});

test("arguments, lists and objects that arrive as JSON text are what they say, and other text is an error with an example", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await newProject(owner);
  for (const isNew of [true, false]) {
    const answer = async (name: string, args: unknown) => {
      const { params, ...rest } = call(name, args);
      const { _meta, ...older } = params;
      const { status, json } = await send(served, owner, { ...rest, params: isNew ? params : older });
      assert.equal(status, 200, JSON.stringify(json));
      return json.result;
    };
    for (const args of [null, undefined, {}, "{}", '{"limit":1}'])
      assert.equal((await answer("list_time", args)).isError, undefined, JSON.stringify(args));
    const real = { project: "Website", tags: ["meeting", "client"] };
    const started = await answer("start_timer", { ...real, tags: JSON.stringify(real.tags) });
    assert.deepEqual(started.structuredContent.timer.tags, ["meeting", "client"], started.content[0].text);
    assert.equal((await answer("start_timer", real)).structuredContent.already_running, true, "the same call");
    const entries = [{ start: "9:00", end: "10:00", project: "Website", tags: '["a"]' }];
    const drafted = await answer("draft_time", { entries: JSON.stringify(entries) });
    assert.deepEqual(drafted.structuredContent.entries[0].tags, ["a"]);
    const report = await answer("report", { group_by: '["project","day"]' });
    assert.equal(report.isError, undefined, report.content[0].text);
    const set = await answer("change_time", { action: "edit", entries: '[{"entry":"x"}]', set: '{"duration":"1h"}' });
    assert.match(set.content[0].text, /no entry "x"/);

    const wrong: [string, unknown, string][] = [
      ["start_timer", { ...real, tags: "meeting, client" }, 'tags is a list, for example ["meeting", "client"].'],
      ["start_timer", { ...real, tags: '{"a":1}' }, 'tags is a list, for example ["meeting", "client"].'],
      ["start_timer", { ...real, tags: 5 }, 'tags is a list, for example ["meeting", "client"].'],
      ["report", { group_by: "project" }, 'group_by is a list, for example ["project", "client"].'],
      ["draft_time", { entries: ["9-10"] }, 'entries/0 is an object, for example {"start":"9:15", "end":"10:45", "pro'],
      ["change_time", { action: "edit", set: "1h" }, 'set is an object, for example {"project":"Website", "start":"9'],
      ["list_time", [], "arguments is an object, for example {}."],
      ["list_time", "today", "arguments is an object, for example {}."],
      [
        "report",
        { group_by: ["project", "nobody"] },
        "group_by/1 must be equal to one of the allowed values: project, ",
      ],
      ["change_time", { action: "explode" }, "one of the allowed values: edit, split, delete, restore, undo. See"],
      ["list_time", { limit: "007" }, "limit must be integer"],
      ["list_time", { limit: "1.5" }, "limit must be integer"],
      ["list_time", { limit: "true" }, "limit must be integer"],
      ["list_time", { include_deleted: "yes" }, "include_deleted must be boolean"],
      ["list_time", { include_deleted: "1" }, "include_deleted must be boolean"],
      ["list_time", { nobody: null }, 'has no argument "nobody"'],
      ["start_timer", { project: null }, "Which project?"],
      ["change_time", { action: null }, "must have required property 'action'"],
      ["start_timer", { ...real, tags: [null] }, "tags/0 must be string"],
    ];
    for (const [name, args, expected] of wrong) {
      const { isError, content } = await answer(name, args);
      assert.equal(isError, true, name);
      assert.ok(content[0].text.includes(expected), content[0].text);
    }
  }
});

test("fields that are null are left out, and numbers and yes or no may be texts", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await newProject(owner);
  const agent = await agentOf(served, owner);
  await agent.ok("list_time", { period: null, project: null, include_deleted: null, limit: null, cursor: null });
  await agent.ok("report", { period: "this month", group_by: null, budgets: "False" });
  await agent.ok("list_time", { include_deleted: "true", limit: " 30 " });
  await agent.ok("start_timer", {
    project: "Website",
    description: null,
    tags: null,
    billable: "false",
  });
  assert.equal((await owner.get("/v1/timer")).json.billable, false);
  const entries = [{ start: "9:00", end: "10:00", duration: null, project: "Website", tags: null, billable: "True" }];
  const drafted = await agent.ok("draft_time", { text: null, entries });
  assert.equal(drafted.entries[0].billable, true);
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
    ["change_time", {}, /required property 'action'/],
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
