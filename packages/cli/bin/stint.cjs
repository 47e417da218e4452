#!/usr/bin/env node
// The compile cache works only for what is loaded after this call. CommonJS, because it loads faster than modules.
const { enableCompileCache } = require("node:module");
const { join } = require("node:path");

// Node before 26 warns that its SQLite is experimental.
process.removeAllListeners("warning");
const { HOME, XDG_CACHE_HOME } = process.env;
if (HOME || XDG_CACHE_HOME) enableCompileCache(join(XDG_CACHE_HOME || join(HOME, ".cache"), "stint", "compiled"));
require("../dist/stint.cjs");
