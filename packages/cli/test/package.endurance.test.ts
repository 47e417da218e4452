// Tests the package as it is published.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { buildExecutable } from "#scripts/build-executable.ts";
import { builtCommand, newHome, runProgram, serve } from "#test/support/world.ts";

const folder = async () => join(await builtCommand(), "../..");

test("it is smaller than 1 MB and needs no other package", async () => {
  const root = await folder();
  let bytes = 0;
  for (const name of await readdir(root, { recursive: true })) {
    const found = await stat(join(root, name));
    if (found.isFile()) bytes += found.size;
  }
  assert.ok(bytes < 1_000_000, String(bytes));
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  assert.deepEqual([manifest.dependencies, manifest.optionalDependencies], [undefined, undefined]);
  const bundles = await Array.fromAsync(["stint", "prompt", "mcp"], (name) =>
    readFile(join(root, `dist/${name}.cjs`), "utf8"),
  );
  const required = [...bundles.join("\n").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name);
  assert.deepEqual(
    // Ajv mentions these modules only in code that it would generate.
    required.filter((name) => !name.startsWith("node:") && !/^ajv(-formats)?\/dist\//.test(name)),
    ["./mcp.cjs"],
  );
});

test("the manual page has every command and every option of help", async () => {
  const home = await newHome();
  const page = join(await folder(), "dist/stint.1");
  const text = (await readFile(page, "utf8")).replaceAll("\\-", "-");
  for (const [, command = ""] of (await home.ok(["help"])).matchAll(/^(?:[A-Z]\w+ {2,}| {10})([a-z]+)/gm)) {
    assert.ok(text.includes(`.SS stint ${command}\n`), command);
    for (const [option] of (await home.ok([command, "--help"])).matchAll(/--[a-z-]+/g))
      assert.ok(text.includes(option), `${command} ${option}`);
  }
  if (spawnSync("man", ["--version"]).status !== 0) return;
  const warnings = execFileSync("sh", ["-c", `man --warnings -E UTF-8 -l -Tutf8 -Z "${page}" 2>&1 >/dev/null`], {
    encoding: "utf8",
  });
  assert.equal(warnings, "");
});

test(
  "the single executable works without Node, also in the background",
  { skip: process.platform !== "linux" },
  async (t) => {
    const file = join(await folder(), "stint");
    await buildExecutable(file);
    t.after(() => rm(file));
    const served = await serve();
    await newProject(served.owner);
    const { path } = await newHome();
    const run = (args: string[], input = "") => runProgram(file, args, { env: { HOME: path, PATH: "" }, input });
    assert.match((await run(["login", "--server", served.url], served.owner.apiKey)).stdout, /^Logged in/);
    assert.match((await run(["log", "9-10 @web text"])).stdout, /^Logged /);
    for (let tries = 0; (await served.owner.get("/v1/time-entries")).json.data.length === 0; tries++) {
      assert.ok(tries < 600, "the entry did not arrive");
      await sleep(50);
    }
  },
);

test("the packed package is installed with npm, for everybody on the machine", async (t) => {
  const parent = await mkdtemp(join(tmpdir(), "stint-npm-"));
  t.after(() => rm(parent, { recursive: true }));
  const npm = (args: string[], cwd: string) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: "pipe" });
  const packed = npm(["pack", "--ignore-scripts", "--pack-destination", parent], await folder())
    .trim()
    .split("\n");
  const prefix = join(parent, "prefix");
  await mkdir(join(prefix, "lib"), { recursive: true });
  npm(
    ["install", "--global", "--prefix", prefix, "--no-audit", "--no-fund", join(parent, packed.at(-1) ?? "")],
    parent,
  );
  const { path } = await newHome();
  const env = { HOME: path, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const ran = await runProgram(join(prefix, "bin/stint"), ["--version"], { env });
  assert.deepEqual([ran.code, ran.stdout.trim()], [0, "0.1.0"], ran.stderr);
  assert.ok((await stat(join(prefix, "share/man/man1/stint.1"))).isFile());
});

const oldNode = (process.env["PATH"] ?? "")
  .split(":")
  .map((each) => join(each, "node"))
  .find((program) => {
    const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
    const [, major = "99"] = /^v(\d+)/.exec(stdout ?? "") ?? [];
    return Number(major) < 22;
  });

test("an older Node is told which one is needed", { skip: oldNode === undefined && "needs an old Node" }, async () => {
  const ran = await runProgram(oldNode ?? "", [await builtCommand(), "status"], { env: {} });
  assert.equal(ran.code, 4);
  assert.match(ran.stderr, /^stint needs Node 22\.13 or later; this is \d+\.\d+\.\d+\.\nRun it with the Node of .*\n$/);
});

test("the completions are files in the shells' folders", async () => {
  const home = await newHome();
  for (const [shell, name] of Object.entries({ bash: "stint", zsh: "_stint", fish: "stint.fish" }))
    assert.equal(
      await readFile(join(await folder(), "dist/completions", shell, name), "utf8"),
      await home.ok(["completion", shell]),
    );
});
