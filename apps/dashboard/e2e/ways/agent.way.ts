import { startProgram } from "../service/program.ts";
import { createProject, expect, invite, join, newBrowser, setUp, test } from "./way.ts";

const version = "2026-07-28";

/** Calls tools over MCP and returns only the text of their results, like programs that show their model nothing else. */
function newAgent(url: string, accessToken: string) {
  let requests = 0;
  return {
    count: () => requests,
    async call(name: string, args: object = {}): Promise<string> {
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": { name: "way", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const response = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${accessToken}`,
          "mcp-protocol-version": version,
          "mcp-method": "tools/call",
          "mcp-name": name,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: ++requests,
          method: "tools/call",
          params: { name, arguments: args, _meta },
        }),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`);
      const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
      return result.content.map((part: { text: string }) => part.text).join("\n");
    },
  };
}

const find = (pattern: RegExp, text: string): string => {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${pattern.source} is not in the text:\n${text}`);
  return found;
};

test("an agent's 25 requests", async ({ browser, installation, page }) => {
  await setUp(page, await installation.start(/(http:\S+set-up#token=\S+)/), "Harbour Studio");
  for (const name of ["Patient booking", "Website"]) await createProject(page, { name });

  const program = await startProgram(installation.url, "Notes assistant");
  const tokens = await test.step("is connected on a screen", async () => {
    const scope = "time-entries:read time-entries:write projects:read reports:read";
    await page.goto(program.asked({ scope }));
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Back in the program")).toBeVisible();
    await program.stop();
    return program.exchange();
  });
  const agent = newAgent(installation.url, tokens.access_token);
  const { call } = agent;

  await test.step("looks around", async () => {
    expect(await call("whoami")).toContain("Olive Owner");
    expect(await call("find_projects")).toContain("Patient booking");
    expect(await call("find_projects", { query: "website" })).not.toContain("Patient");
    expect(await call("list_time", { period: "this month" })).toContain("0");
  });

  await test.step("runs a timer", async () => {
    expect(await call("start_timer", { project: "website", description: "Words" })).toContain("Words");
    expect(await call("whoami")).toContain("Words");
    expect(await call("stop_timer")).toContain("Words");
  });

  const typed = "2026-03-02 9-10:30 @Patient booking sketches #design, 10:30-12 @website words, 45m mail";

  const written = await test.step("writes a typed day after asking", async () => {
    const problems = await call("draft_time", { text: "2026-03-02 9-10 @nowhere at all" });
    expect(problems).toContain("nowhere");
    expect(await call("draft_time", { text: typed })).toMatch(/"Website", "General", "mail"/);
    const entries = [
      { day: "2026-03-02", start: "9:00", end: "10:30", project: "Patient booking", description: "sketches" },
      { day: "2026-03-02", start: "10:30", end: "12:00", project: "Website", description: "words" },
    ];
    const token = find(/token: "([\w.~-]{20,})/, await call("draft_time", { entries }));
    const applied = await call("apply_draft", { entries, token });
    // A repeated call must not write anything twice.
    await call("apply_draft", { entries, token });
    return applied;
  });

  await test.step("changes, deletes, restores and undoes", async () => {
    const listed = await call("list_time", { period: "2026-03-02" });
    const ids = [...new Set([...listed.matchAll(/time_[0-9a-f]{32}/g)].map(([id]) => id))];
    expect(ids).toHaveLength(2);
    const [first, second] = ids;
    const changed = await call("change_time", { action: "edit", entries: [{ entry: first }], set: { end: "11:00" } });
    const reference = find(/undo: "([\w.~-]{20,})/, changed);
    await call("change_time", { action: "undo", undo: reference });
    const deletion = { action: "delete", entries: [{ entry: second }] };
    const token = find(/token: "([\w.~-]{20,})/, await call("change_time", deletion));
    await call("change_time", { ...deletion, token });
    expect(await call("list_time", { period: "2026-03-02" })).not.toContain(second);
    await call("change_time", { action: "restore", entries: [{ entry: second }] });
    const edits = { action: "edit", entries: ids.map((entry) => ({ entry })), set: { tags: ["march"] } };
    const both = find(/token: "([\w.~-]{20,})/, await call("change_time", edits));
    expect(await call("change_time", { ...edits, token: both })).toContain("march");
    expect(written).toContain("time_");
  });

  await test.step("reports", async () => {
    expect(await call("report", { period: "2026-03", group_by: ["project"] })).toContain("3:00");
    expect(await call("report", { period: "2026-03", group_by: ["day", "project"] })).toContain("Patient booking");
    expect(await call("report", { period: "2026-03", person: "everyone", group_by: ["person"] })).toContain(
      "Olive Owner",
    );
    expect(await call("list_time", { period: "2026-03", response_format: "detailed" })).toContain("Patient booking");
    expect(agent.count()).toBe(25);
  });

  await test.step("sees nothing of a colleague, and ends with its permission", async () => {
    const colleague = await newBrowser(browser, installation);
    const [link = ""] = await invite(page, ["mira@example.com"], "member");
    await join(colleague, link, "Mira Member");
    await colleague.goto("/time?from=2026-03-02&to=2026-03-02");
    await expect(colleague.getByText(/^No entries match|^Nothing/)).toBeVisible();
    await page.goto("/settings/api-keys?status=programs");
    await page.getByRole("button", { name: "Actions for “Notes assistant”" }).click();
    await page.getByRole("menuitem", { name: "Disconnect…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByText(/No connected programs/)).toBeVisible();
    await expect(call("whoami")).rejects.toThrow(/401/);
    await installation.prove();
  });
});
