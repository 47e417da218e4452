// Tests that tools say what a server lacks that is older than they are, as `stint mcp` can meet one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createHttpServer } from "#src/http.ts";
import { freshOwner, type Served } from "./support/world.ts";

const version = "2026-07-28";

test("a tool that the server is too old for says so in one line", async () => {
  const served = await freshOwner();
  const server = createHttpServer({
    version: "1.0.0",
    signingKey: Buffer.alloc(32),
    now: () => new Date(),
    onCall: () => undefined,
    onFault: (error) => assert.fail(String(error)),
  });
  const call = async (name: string) => {
    const reply = await server.answer({
      headers: { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": name },
      bodyType: "application/json",
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name,
          arguments: {},
          _meta: {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": { name: "test-agent", version: "1.2.3" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      },
      toRequest: () => assert.fail("a plain call"),
      keyId: "key",
      scopes: [],
      fetch: (address) => askOlder(served, address.replace("http://in-process", "")),
    });
    assert.ok(typeof reply === "string");
    const { isError, content } = JSON.parse(reply).result;
    return [isError, content[0].text];
  };
  const lacking = (what: string) => [
    true,
    `The server runs an older version of Stint, which has no ${what}. Only its operator can update it.`,
  ];
  assert.deepEqual(await call("timesheets"), lacking("timesheets"));
  assert.deepEqual(await call("billing"), lacking("GET /v1/bills"));
  assert.deepEqual(await call("report"), lacking("bills"));
});

/** Lacks timesheets, and does not know two of the addresses that the tools use. */
async function askOlder({ world, owner }: Served, address: string): Promise<Response> {
  const url = address
    .replace("/v1/billing-batches", "/v1/bills")
    .replace("/v1/reports/summary?from", "/v1/reports/summary?bills=1&from");
  const { statusCode: status, payload } = await world.app.inject({
    url,
    headers: { authorization: `Bearer ${owner.apiKey}` },
  });
  const reply = (body: string) => new Response(body, { status, headers: { "content-type": "application/json" } });
  if (!url.endsWith("/v1/me")) return reply(payload);
  const me = JSON.parse(payload);
  return reply(JSON.stringify({ ...me, organization: { ...me.organization, approvals: undefined } }));
}
