import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { tryLock } from "./lock-server.ts";
import { temporaryFolder } from "#test/processes/start-postgres-process.ts";

test("an exclusive lock excludes all others, shared ones only the exclusive", async (t) => {
  const file = join(await temporaryFolder(t), "lock");
  const exclusive = tryLock(file, "exclusive");
  assert.ok(exclusive);
  assert.equal(tryLock(file, "exclusive"), undefined);
  assert.equal(tryLock(file, "shared"), undefined);
  exclusive.release();

  const shares = [tryLock(file, "shared"), tryLock(file, "shared")];
  assert.equal(tryLock(file, "exclusive"), undefined);
  shares.forEach((share) => share?.release());
  tryLock(file, "exclusive")?.release();
});

test("the lock of a killed process is free", async (t) => {
  const file = join(await temporaryFolder(t), "lock");
  await writeFile(file, "");
  const program = `import { tryLock } from ${JSON.stringify(join(import.meta.dirname, "lock-server.ts"))};
    globalThis.lock = tryLock(process.argv[1], "exclusive"); console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", program, file]);
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  assert.equal(tryLock(file, "exclusive"), undefined);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const lock = tryLock(file, "exclusive");
  assert.ok(lock);
  lock.release();
});
