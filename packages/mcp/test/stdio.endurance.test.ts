import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { builtCommand, newHome } from "stint-cli/test/support/world.ts";
import { connect, serve } from "#test/support/world.ts";

test("`stint mcp` serves the same tools through the profile, to clients of both generations", async () => {
  const served = await serve();
  const { owner, url } = served;
  await newProject(owner);
  const home = await newHome();
  await home.ok(["login", "--server", url], { input: owner.apiKey });
  const command = await builtCommand();
  for (const protocol of ["2026-07-28", "legacy"] as const) {
    const asked: string[] = [];
    const transport = new StdioClientTransport({ command: process.execPath, args: [command, "mcp"], env: home.env });
    const agent = await connect(transport, {
      protocol,
      person: (message) => asked.push(message) > 0,
    });
    assert.equal((await agent.client.listTools()).tools.length, 11);
    const drafted = await agent.ok("draft_time", { text: "yesterday 9-10 @website text" });
    const applied = await agent.ok("apply_draft", { entries: drafted.entries });
    assert.match(asked.join(), /Write 1 time entry\?/);
    assert.equal(applied.written.length, 1);
    await agent.ok("change_time", { action: "undo", undo: applied.undo });
    const listed = await agent.ok("draft_time", { entries: '[{"start":"9:00","end":"10:00","project":"Website"}]' });
    assert.equal(listed.entries.length, 1);
  }
  assert.deepEqual((await owner.get("/v1/time-entries")).json.data, []);
});

test("`stint mcp` lists its tools and ends with its input, although the server does not reply", async () => {
  let asked = 0;
  const silent = createServer(() => void (asked += 1)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const STINT_URL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { env } = await newHome();
  const child = spawn(process.execPath, [await builtCommand(), "mcp"], {
    env: { ...env, STINT_URL, STINT_API_KEY: "stint_silent" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const lines = createInterface(child.stdout);
  const clientInfo = { name: "raw", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await once(lines, "line");
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  const [listed] = await once(lines, "line");
  assert.equal(JSON.parse(listed).result.tools.length, 11);
  send({ id: 3, method: "tools/call", params: { name: "whoami", arguments: {} } });
  child.stdin.end();
  const [[refused]] = await Promise.all([once(lines, "line"), once(child, "exit")]);
  assert.match(JSON.parse(refused).result.content[0].text, /^The server did not reply/);
  silent.closeAllConnections();
  silent.close();
  assert.equal(asked, 1, "the request is repeated for nobody");
});

test("`stint mcp` answers all that it has read, although its input ends at once", async () => {
  const { owner, url } = await serve();
  const home = await newHome();
  const request = (id: number, method: string, params: object) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const clientInfo = { name: "raw", version: "1" };
  const input = [
    request(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }),
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    request(2, "tools/call", { name: "whoami", arguments: {} }),
    request(3, "tools/list", {}),
    request(4, "tools/call", { name: "list_time", arguments: {} }),
  ].join("\n");
  const env = { STINT_URL: url, STINT_API_KEY: owner.apiKey };
  const { code, stdout } = await home.runProcess(["mcp"], { env, input: `${input}\n` });
  const replies = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(code, 0);
  assert.deepEqual(new Set(replies.map(({ id }) => id)), new Set([1, 2, 3, 4]));
  assert.ok(
    replies.every(({ result }) => result !== undefined && result.isError !== true),
    stdout,
  );
});
