// Runs the protocol's inspector on the command line, as people do to try out a server. It prints JSON, and its exit
// code says what failed.
import assert from "node:assert/strict";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { builtCommand, type Home, newHome, runProgram } from "stint-cli/test/support/world.ts";
import { freshOwner } from "#test/support/world.ts";

// Finds the program by its path, because the package exports only its command.
const manifest = findPackageJSON("@modelcontextprotocol/inspector", import.meta.url) ?? "";
const program = join(dirname(manifest), "clients/launcher/build/index.js");

const versions = { modern: "2026-07-28", legacy: "2025-11-25" };
const eras = ["modern", "legacy"] as const;
const exit = { success: 0, authentication: 3, toolError: 5 };

/** Calls one method of a server; `target` is its command or URL. The inspector stores its data in the home folder. */
async function inspect(home: Home, target: string[], method: string[]) {
  const args = [program, "--cli", "--format", "json", "--stored-auth-only", ...method, ...target];
  const env = { ...home.env, NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "" };
  const { code, stdout, stderr } = await runProgram(process.execPath, args, { env });
  return { code, output: stdout + stderr, result: () => JSON.parse(stdout).result };
}

async function demandTools(home: Home, era: keyof typeof versions, where: string[]) {
  const target = ["--protocol-era", era, ...where];
  const call = (name: string, args: object) =>
    inspect(home, target, ["--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args)]);
  const [opened, listed, who, misspelt] = await Promise.all([
    inspect(home, target, ["--method", "initialize"]),
    // With --strict, a tool schema that other clients would not understand is an error.
    inspect(home, target, ["--method", "tools/list", "--strict"]),
    call("whoami", {}),
    call("list_time", { perod: "today" }),
  ]);
  assert.equal(opened.code, exit.success, opened.output);
  assert.equal(opened.result().protocolVersion, versions[era]);
  assert.equal(listed.code, exit.success, listed.output);
  assert.equal(listed.result().tools.length, 11);
  assert.equal(who.code, exit.success, who.output);
  assert.equal(who.result().structuredContent.permitted_tools.length, 11);
  assert.equal(misspelt.code, exit.toolError, misspelt.output);
  assert.match(misspelt.result().content[0].text, /no argument "perod"/);
}

for (const era of eras)
  test(`the inspector uses the tools over HTTP with an API key (${era})`, async () => {
    const { url, owner } = await freshOwner();
    const home = await newHome();
    const where = (key: string) => ["--server-url", `${url}/mcp`, "--header", `Authorization: Bearer ${key}`];
    await demandTools(home, era, where(owner.apiKey));
    const refused = await inspect(home, ["--protocol-era", era, ...where("stint_wrong")], ["--method", "tools/list"]);
    assert.equal(refused.code, exit.authentication, refused.output);
  });

for (const era of eras)
  test(`the inspector uses the tools through stint mcp (${era})`, async () => {
    const { url, owner } = await freshOwner();
    const home = await newHome();
    await home.ok(["login", "--server", url], { input: owner.apiKey });
    await demandTools(home, era, ["--", process.execPath, await builtCommand(), "mcp"]);
  });
