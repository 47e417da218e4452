import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { test } from "node:test";

const checkout = resolve(import.meta.dirname, "../../../../..");

test("messages and screens name the command that the installation has, and not a package of npm's registry", async () => {
  const script = `import { ownCommand, shownCommand } from "${import.meta.resolve("./own-command.ts")}"; console.log(ownCommand, "|", shownCommand);`;
  const print = async (command: string | undefined) => {
    const { STINT_COMMAND: _, ...others } = process.env;
    const env = command === undefined ? others : { ...others, STINT_COMMAND: command };
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { env });
    return (await run).stdout.trim();
  };
  assert.equal(await print(undefined), "npx stint-server | npx stint-server");
  assert.equal(await print("stint-server"), "stint-server | stint-server");
  assert.equal(await print("/opt/stint/bin/stint-server"), "/opt/stint/bin/stint-server | stint-server");
});

test("no source but own-command.ts says how to run commands in a checkout", async () => {
  const files = globSync("{apps,packages}/*/{src,pages}/**/*.{ts,tsx,js,html}", { cwd: checkout });
  const naming: string[] = [];
  for (const file of files)
    if (!file.includes(".test.") && /npx\s+stint-server/.test(await readFile(join(checkout, file), "utf8")))
      naming.push(file);
  assert.ok(files.length > 1000, String(files.length));
  assert.deepEqual(naming, [relative(checkout, join(import.meta.dirname, "own-command.ts"))]);
});
