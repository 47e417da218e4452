#!/usr/bin/env node
// Before version 22.13, Node lacks the compile cache or needs a flag for SQLite.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `stint needs Node 22.13 or later; this is ${process.versions.node}.\n` +
      "Run it with the Node of the checkout (node_modules/.bin/node), or install the Debian package or the executable, which contain Node.\n",
  );
  process.exit(4);
}
// Enable the compile cache first, because it applies only to code loaded after this call. This file is CommonJS,
// because CommonJS loads faster than ES modules.
const { enableCompileCache } = require("node:module");
const { existsSync } = require("node:fs");
const { join } = require("node:path");

// Node before 26 warns that its SQLite is experimental.
process.removeAllListeners("warning");
const { HOME, XDG_CACHE_HOME } = process.env;
if (HOME || XDG_CACHE_HOME) enableCompileCache(join(XDG_CACHE_HOME || join(HOME, ".cache"), "stint", "compiled"));
const command = join(__dirname, "../dist/stint.cjs");
// Prompts run this before every line, so it loads a small file if that can answer.
const isForPrompt = process.argv.slice(2).join(" ") === "status --short";
if (existsSync(command)) {
  const { readTimerLine, shownTimer } = isForPrompt ? require("../dist/prompt.cjs") : {};
  const line = readTimerLine?.(process.env);
  if (line === undefined) require(command);
  else if (line !== "") process.stdout.write(`${shownTimer(line, Date.now())}\n`);
} else {
  process.stderr.write("stint is not built yet. In the checkout, run: npm ci && npm run build -w stint-cli\n");
  process.exitCode = 4;
}
