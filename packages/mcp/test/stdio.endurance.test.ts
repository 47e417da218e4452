import assert from "node:assert/strict";
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
    assert.equal((await agent.client.listTools()).tools.length, 9);
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
