#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// Plain JavaScript, so that an old Node says what is wrong instead of failing to read TypeScript.
const major = Number(process.versions.node.split(".")[0]);
if (major < 26) {
  process.stderr.write(
    `Stint needs Node 26; this is ${process.version}. \`npx stint-server\` and the npm scripts use the one that \`npm ci\` installed.\n`,
  );
  process.exit(1);
}
// What was compiled once is read by the next start; where the folder cannot be written, each start compiles.
module.enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/stint", import.meta.url)));
await import("../src/main.ts");
