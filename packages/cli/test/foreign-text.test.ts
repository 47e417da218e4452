import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry } from "@stint/server/test/worlds/factories.ts";
import { newDangerousProject } from "#test/support/dangerous-names.ts";
import { loggedIn, serve } from "#test/support/world.ts";

const name = "Site\u001B]0;x\u0007\u009B2K\nforged\u202E";
const controls = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u;

test("text from other people cannot control the terminal, and reaches pipes unchanged", async () => {
  const served = await serve({ timeZone: "UTC" });
  const { home, where } = await loggedIn(served);
  await newDangerousProject(served, name);
  await newEntry(served.owner, where, { startedAt: "2026-03-02T08:00:00Z", description: name, tags: ["a"] });
  await home.ok(["sync"]);
  for (const args of [
    ["day", "2026-03-02", "--print"],
    ["list", "2026-03-02"],
    ["list", "2026-03-02", "--json"],
    ["projects"],
    ["api", "GET", "/projects"],
    ["api", "GET", "/reports/entries"],
  ]) {
    const shown = await home.ok(args, { isTerminal: true, env: { NO_COLOR: "1" } });
    assert.match(shown, /Site/, args.join(" "));
    assert.doesNotMatch(shown, controls, args.join(" "));
  }
  const projects = ["api", "GET", "/projects"];
  const piped = await home.ok(projects);
  assert.match(piped, controls);
  assert.deepEqual(JSON.parse(await home.ok(projects, { isTerminal: true })), JSON.parse(piped));
});
