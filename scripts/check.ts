// Runs every check that needs no database: format, lint, types, dead code, length of documents, generated files and the
// OpenAPI document.
import { spawn } from "node:child_process";

const cache = "node_modules/.cache/check";

const checks: Record<string, string[]> = {
  format: ["oxfmt", "--check"],
  lint: ["oxlint", "--type-aware"],
  // Single-threaded, because each thread would check the library types again, which triples the work.
  types: ["tsc", "-p", ".", "--singleThreaded", "--incremental", "--tsBuildInfoFile", `${cache}/types.tsbuildinfo`],
  // oxfmt-ignore
  ...Object.fromEntries(
    ["apps/dashboard", "apps/dashboard/test", "apps/dashboard/e2e"].map((project) => [
      `types of ${project}`,
      ["tsc", "-p", project, "--noEmit", "--singleThreaded", "--incremental", "--tsBuildInfoFile", `${cache}/${project.replaceAll("/", "-")}.tsbuildinfo`],
    ]),
  ),
  "dead code": ["knip"],
  "folders in circles, words": ["node", "scripts/counts.ts", "--check"],
  "generated files": ["node", "apps/server/scripts/generate-openapi.ts", "--check"],
  "generated settings": ["node", "apps/server/scripts/generate-configuration.ts", "--check"],
  "generated texts": ["node", "apps/server/scripts/generate-texts.ts", "--check"],
  "generated client": ["node", "packages/sdk/scripts/generate.ts", "--check"],
  translations: ["node", "apps/dashboard/scripts/translations.ts", "--check"],
  "OpenAPI lint": ["redocly", "lint", "apps/server/openapi.json"],
};

interface Outcome {
  name: string;
  passed: boolean;
  output: string;
  ms: number;
}

function run(name: string, [command = "", ...args]: string[]): Promise<Outcome> {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // Without NODE_COMPILE_CACHE, some of the checks write compiled code to the temporary folder.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: cache,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ name, passed: code === 0, output, ms: performance.now() - startedAt }));
  });
}

const outcomes = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)));
for (const { name, passed, output, ms } of outcomes) {
  process.stdout.write(`${passed ? "ok    " : "FAILED"} ${name} (${(ms / 1000).toFixed(1)} s)\n`);
  if (!passed) process.stdout.write(`${output}\n`);
}
process.exitCode = outcomes.every((outcome) => outcome.passed) ? 0 : 1;
