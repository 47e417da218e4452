#!/usr/bin/env node
// Plain JavaScript, so that an old Node says what is wrong instead of failing to read TypeScript.
const major = Number(process.versions.node.split(".")[0]);
if (major < 26) {
  process.stderr.write(
    `Stint needs Node 26; this is ${process.version}. \`npx stint-server\` and the npm scripts use the one that \`npm ci\` installed.\n`,
  );
  process.exit(1);
}
await import("../src/main.ts");
