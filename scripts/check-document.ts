// Lets other people's tools read apps/server/openapi.json: three that generate clients, whose code is then compiled, and
// Spectral. Redocly reads it in `npm run check`.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** They are installed in a separate folder, because they need an older TypeScript than this repository. */
const tools = {
  "@hey-api/openapi-ts": "0.99.0",
  "@stoplight/spectral-cli": "6.16.3",
  "openapi-typescript": "7.13.0",
  orval: "8.38.0",
  typescript: "5.9.3",
};

/** The recommended rules that the document breaks. */
const exceptions = [
  // Spectral takes the example of an event type for a schema, because it has a `type` and an `example`.
  "oas3-valid-schema-example: paths./v1/event-types.get.responses.200.content.application/json.example.data.0.example",
];

const document = join(import.meta.dirname, "../apps/server/openapi.json");
const folder = await mkdtemp(join(tmpdir(), "stint-document-"));

function run(command: string, ...args: string[]): void {
  execFileSync(join(folder, "node_modules/.bin", command), args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.stdout.write(`ok     ${command}\n`);
}

function lint(): string[] {
  writeFileSync(join(folder, "ruleset.yaml"), `extends: ["spectral:oas"]\n`);
  const args = ["lint", document, "--ruleset", "ruleset.yaml", "--format", "json", "--output", "found.json", "--quiet"];
  spawnSync(join(folder, "node_modules/.bin/spectral"), args, { cwd: folder, stdio: "inherit" });
  const found = JSON.parse(readFileSync(join(folder, "found.json"), "utf8")) as { code: string; path: string[] }[];
  return found.map(({ code, path }) => `${code}: ${path.join(".")}`);
}

try {
  const wanted = Object.entries(tools).map(([name, version]) => `${name}@${version}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", "--prefix", folder, ...quiet, ...wanted], { cwd: folder });
  run("openapi-typescript", document, "--output", "openapi-typescript.ts");
  run("openapi-ts", "--input", document, "--output", "hey-api");
  run("orval", "--input", document, "--output", "orval.ts", "--client", "fetch");
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
  };
  const files = ["openapi-typescript.ts", "hey-api/index.ts", "orval.ts"];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  run("tsc", "--project", ".");
  assert.deepEqual(lint().toSorted(), exceptions.toSorted());
  process.stdout.write("ok     spectral\n");
} finally {
  await rm(folder, { recursive: true, force: true });
}
