import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { text } from "node:stream/consumers";

const source = join(import.meta.dirname, "../../src");
const core = [
  "platform/database/fast-rows/row-reader.test.ts",
  "platform/database/fast-rows/whole-rows.test.ts",
  "platform/database/pool/stream-rows.test.ts",
  "platform/http/server/connections.test.ts",
  "tracking/entries/time-entries/operations/time-entry-json.test.ts",
  "tracking/entries/time-entries/list-pages.test.ts",
  "tracking/entries/time-entries/create-time-entry.test.ts",
];

test("the core of the suite passes without private parts of other libraries", async () => {
  // Node passes over files that do not exist.
  for (const file of core) assert.ok(existsSync(join(source, file)), `${file} does not exist`);
  const child = spawn(
    process.execPath,
    ["--test", "--test-isolation=none", ...core.map((file) => join(source, file))],
    { env: { ...process.env, STINT_PLAIN: "1", NODE_TEST_CONTEXT: "" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close"), text(child.stderr)]);
  assert.equal(code, 0, output);
  assert.match(output, /skipped [1-9]/);
});
