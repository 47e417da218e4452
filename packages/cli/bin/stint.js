#!/usr/bin/env node
// The compile cache works only for what is imported after this call.
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = process.env.XDG_CACHE_HOME ?? join(process.env.HOME ?? homedir(), ".cache");
enableCompileCache(join(cache, "stint", "compiled"));
await import("../dist/stint.js");
