// Tests what only a process can show. All other tests run commands in their own process.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { waitFor } from "@stint/server/test/databases/hold.ts";
import { builtCommand, loggedIn, newHome, runProgram, serve, type Served } from "#test/support/world.ts";

/** Returns the descriptions of the entries that reached the server. */
async function arrived({ owner }: Served): Promise<string[]> {
  const { data } = (await owner.get("/v1/time-entries")).json;
  return data.map(({ description }: { description: string }) => description).toSorted();
}

const texts = ["one", "two", "three", "four"];

test("a process ends with the code of its command", async () => {
  const home = await newHome();
  await mkdir(join(home.path, ".config/stint"), { recursive: true });
  for (const [word, code] of [
    ["sttus", 2],
    ["sync", 3],
    ["list", 4],
  ] as const) {
    if (code === 4) await writeFile(join(home.path, ".config/stint/default.json"), "{}");
    assert.equal((await home.runProcess([word])).code, code, word);
  }
});

test("in a checkout where it isn't built, stint says in one line how to build it", async () => {
  const { path, env } = await newHome();
  await mkdir(path, { recursive: true });
  const copied = join(path, "stint.cjs");
  await copyFile(fileURLToPath(new URL("../bin/stint.cjs", import.meta.url)), copied);
  const { code, stdout, stderr } = await runProgram(process.execPath, [copied, "status"], { env });
  const line = "stint is not built yet. In the checkout, run: npm ci && npm run build -w stint-cli\n";
  assert.deepEqual([code, stdout, stderr], [4, "", line]);
});

test("a closed pipe is no error", async () => {
  const { env } = await newHome();
  const child = spawn(process.execPath, [await builtCommand(), "help"], { env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [[code], stderr] = await Promise.all([once(child, "close"), text(child.stderr)]);
  assert.deepEqual([code, stderr], [0, ""]);
});

test("a key in the arguments disappears from the list of processes", async (t) => {
  const { env } = await newHome();
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => asked.resolve()).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const args = ["login", "--server", `http://127.0.0.1:${port}`, "--key", "stint_secret"];
  const child = spawn(process.execPath, [await builtCommand(), ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  const warned = text(child.stderr);
  await asked.promise;
  assert.doesNotMatch(await readFile(`/proc/${child.pid}/cmdline`, "utf8"), /secret/);
  child.kill();
  assert.match(await warned, /Other users of this machine could see the key/);
});

test("a prompt gets one line from the built command", async () => {
  const { home } = await loggedIn(await serve());
  await home.ok(["start", "@web text", "--at", "-30m"]);
  const { code, stdout, stderr } = await home.runProcess(["status", "--short"]);
  assert.match(stdout, /^0:3\d Website\/Build\n$/);
  assert.deepEqual([code, stderr], [0, ""]);
});

test("two processes at once: one sends, both succeed, each write arrives once", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  for (const each of texts) await home.ok(["log", `yesterday 9-10 @web ${each}`]);
  const ran = await Promise.all([1, 2, 3].map(() => home.runProcess(["sync"])));
  assert.deepEqual(
    ran.map(({ code }) => code),
    [0, 0, 0],
    ran.map(({ stderr }) => stderr).join(),
  );
  assert.deepEqual(await arrived(served), texts.toSorted());
});

test("commands that write at once all end up in the queue", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const ran = await Promise.all(texts.map((each) => home.runProcess(["log", `yesterday 9-10 @web ${each}`])));
  assert.ok(
    ran.every(({ code }) => code === 0),
    ran.map(({ stderr }) => stderr).join(),
  );
  await home.ok(["sync"]);
  assert.deepEqual(await arrived(served), texts.toSorted());
});

test("a command returns at once, and a process in the background sends what it queued", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  for (const each of texts.slice(1))
    assert.equal((await home.runProcess(["log", `yesterday 9-10 @web ${each}`], { env: { STINT_SYNC: "" } })).code, 0);
  await waitFor(async () => (await arrived(served)).length === 3);
  await waitFor(async () => (await home.json(["status", "--json"])).queued === 0);
  assert.equal((await arrived(served)).length, 3);
});
