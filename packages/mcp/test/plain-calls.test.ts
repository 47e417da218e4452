// Plain calls are answered without the protocol library. The replies must be those of the library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { freshOwner } from "#test/support/world.ts";

const version = "2026-07-28";
const named = (name: string) => ({ "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": name });

test("a plain call gets the reply that the protocol library gives, and a faulty one gets the library's refusal", async () => {
  const { url, owner } = await freshOwner();
  await newProject(owner);
  const send = async (params: { name: string; arguments?: unknown; _meta?: object }, headers: object = {}) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      ...params._meta,
    };
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${owner.apiKey}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...named(params.name),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: "a", method: "tools/call", params: { ...params, _meta } }),
    });
    const { status, headers: replied } = response;
    const text = await response.text();
    // The library writes the result first.
    const isDirect = text.startsWith('{"jsonrpc":"2.0","id":"a","result"');
    return { isDirect, reply: { status, type: replied.get("content-type"), body: JSON.parse(text) } };
  };
  const entry = { project: "Website", start: "9:00", duration: "1h", description: "<b>" };
  for (const params of [
    { name: "list_time" },
    { name: "list_time", arguments: { perion: "today" } },
    { name: "report", arguments: "{}" },
    { name: "apply_draft", arguments: { entries: [entry] } },
  ]) {
    const direct = await send(params);
    const byLibrary = await send({ ...params, _meta: { traceparent: "00-1-1-00" } });
    assert.deepEqual([direct.isDirect, byLibrary.isDirect], [true, false]);
    // Signed states differ, because they contain the time.
    const state = { requestState: undefined };
    const comparable = ({ reply }: typeof direct) => ({
      ...reply,
      body: { ...reply.body, result: { ...reply.body.result, ...state } },
    });
    assert.deepEqual(comparable(direct), comparable(byLibrary));
  }
  for (const [params, headers] of [
    [{ name: "nothing" }, {}],
    [{ name: "list_time" }, named("report")],
    [{ name: "list_time" }, { "mcp-method": "tools/list" }],
    [{ name: "list_time" }, { "mcp-protocol-version": "2025-11-25" }],
    [{ name: "list_time", _meta: { "io.modelcontextprotocol/clientInfo": "test" } }, {}],
  ] as const) {
    const { isDirect, reply } = await send(params, headers);
    assert.equal(isDirect, false);
    assert.ok("error" in reply.body, JSON.stringify(reply.body));
  }
});
