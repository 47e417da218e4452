// Checks the package as it is published: packs it, lints it with publint and arethetypeswrong, checks its size,
// installs it into an empty folder, compiles the README's examples with TypeScript 5 and 7, and runs them against a
// real server under this Node, the system's Node, Deno, Bun and Chromium.
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { buildSync } from "esbuild";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { runInChromium } from "./run-in-chromium.ts";
import { type RunningDemo, startDemo } from "./start-demo.ts";

const packageDir = fileURLToPath(new URL("../", import.meta.url));
const say = (line: string) => process.stdout.write(`ok     ${line}\n`);

const maxBytes: Record<string, number> = {
  'import { Stint } from "@stint/sdk"; globalThis.stint = new Stint();': 12_000,
  'export * from "@stint/sdk";': 12_000,
  'import { Client, TimeEntriesApi } from "@stint/sdk"; globalThis.entries = new TimeEntriesApi(new Client());': 5_000,
};

async function judge(tarball: string): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: packageDir, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
  say("publint");
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))));
  assert.ok(analysis.types !== false && !("error" in analysis));
  assert.deepEqual("problems" in analysis ? analysis.problems : "no types", []);
  say("arethetypeswrong");
}

function weigh(folder: string): void {
  for (const [contents, most] of Object.entries(maxBytes)) {
    const { outputFiles } = buildSync({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    const bytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
    assert.ok(bytes <= most, `${contents} weighs ${bytes} bytes, more than ${most}`);
    say(`${bytes} of ${most} bytes: ${contents}`);
  }
}

async function readExamples(): Promise<string[]> {
  const readme = await readFile(join(packageDir, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  assert.ok(blocks.length >= 6);
  return blocks;
}

/**
 * These are installed in a separate folder, because two compilers in one `node_modules` would clash over the name
 * `tsc`.
 */
const tools = { typescript: "5.9.3", deno: "2.9.6", bun: "1.4.5" };

function installTools(folder: string): void {
  const wanted = Object.entries(tools).map(([name, version]) => `${name}@${version}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", "--prefix", folder, ...quiet, ...wanted], { cwd: folder });
}

/** Returns the compilers: a TypeScript 5, and the version that this repository uses. */
function compilers(toolFolder: string): [version: string, command: string][] {
  return [createRequire(join(toolFolder, "package.json")), createRequire(import.meta.url)].map((require) => {
    const manifest = require.resolve("typescript/package.json");
    const { version, bin } = require(manifest) as { version: string; bin: { tsc: string } };
    return [version, join(manifest, "..", bin.tsc)];
  });
}

async function compileExamples(folder: string, toolFolder: string, examples: string[]): Promise<void> {
  for (const [at, example] of examples.entries()) await writeFile(join(folder, `example-${at}.mts`), example);
  await writeFile(
    join(folder, "common.cts"),
    `import sdk = require("@stint/sdk");\nexport const stint = new sdk.Stint();\n`,
  );
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  };
  for (const [version, command] of compilers(toolFolder)) {
    for (const [module, moduleResolution] of [
      ["nodenext", "nodenext"],
      ["esnext", "bundler"],
    ]) {
      const lib = ["es2022", "dom", "dom.iterable", "dom.asynciterable"];
      const compilerOptions = { ...strict, noEmit: true, target: "es2022", lib, types: [], module, moduleResolution };
      const include = module === "nodenext" ? ["*.mts", "*.cts"] : ["*.mts"];
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
      execFileSync(process.execPath, [command, "-p", "."], { cwd: folder, stdio: "inherit" });
    }
    say(`TypeScript ${version} compiles the README's ${examples.length} examples`);
  }
  assert.deepEqual(
    compilers(toolFolder).map(([version]) => version[0]),
    ["5", "7"],
  );
}

/** Returns the paths of this Node and of the first Node in PATH outside `node_modules`. */
function nodes(): string[] {
  const outside = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const system = execFileSync("sh", ["-c", "command -v node"], { env: { PATH: outside.join(delimiter) } });
  return [...new Set([process.execPath, system.toString().trim()])];
}

function runtimes(toolFolder: string): string[][] {
  const { platform, arch } = process;
  const deno = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}/deno`;
  const bun = `@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}/bin/bun`;
  const fromTools = (name: string) => join(toolFolder, "node_modules", name);
  return [
    ...nodes().map((node) => [node]),
    [fromTools(deno), "run", "--no-remote", "--allow-net", "--allow-env"],
    [fromTools(bun), "--no-install"],
  ];
}

async function runExamples(folder: string, toolFolder: string, [first = ""]: string[], demo: RunningDemo) {
  const [line = "", ...rest] = first.split("\n");
  assert.equal(line, `import { Stint } from "@stint/sdk";`);
  const common = `const { Stint } = require("@stint/sdk");\n(async () => {\n${rest.join("\n")}})();\n`;
  await writeFile(join(folder, "first.mjs"), first);
  await writeFile(join(folder, "first.cjs"), common);
  const env = { PATH: process.env["PATH"], HOME: toolFolder, STINT_API_KEY: demo.apiKey, STINT_URL: demo.url };
  for (const [command = "", ...args] of runtimes(toolFolder))
    for (const file of ["first.mjs", "first.cjs"]) {
      const output = execFileSync(command, [...args, file], { cwd: folder, env }).toString();
      assert.match(output, /^Website: 1\.5 hours$/m);
      const [version = ""] = execFileSync(command, ["--version"]).toString().split("\n");
      say(`the README's first example runs as ${file} under ${basename(command)} ${version}`);
    }
}

async function runInBrowser(folder: string, demo: RunningDemo): Promise<void> {
  const expected = { user: demo.account.email, code: "WEB", header: "project", refused: true };
  assert.deepEqual(await runInChromium(folder, demo), [
    { ...expected, found: ["From a page"] },
    { ...expected, found: ["From a worker"] },
  ]);
  say("a page and a worker in Chromium sign in, read, write and sign out, bundled by esbuild");
}

const folder = await mkdtemp(join(tmpdir(), "stint-sdk-"));
try {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: packageDir });
  const tarball = join(folder, "stint-sdk-0.1.0.tgz");
  await judge(tarball);
  await writeFile(join(folder, "package.json"), `{ "private": true }\n`);
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", tarball], { cwd: folder });
  weigh(folder);
  const examples = await readExamples();
  const toolFolder = join(folder, "tools");
  await mkdir(toolFolder);
  installTools(toolFolder);
  await compileExamples(folder, toolFolder, examples);
  await using demo = await startDemo();
  await runExamples(folder, toolFolder, examples, demo);
  await runInBrowser(folder, demo);
} finally {
  await rm(folder, { recursive: true, force: true });
}
