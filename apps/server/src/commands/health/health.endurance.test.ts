import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { createDatabase } from "#test/databases/test-database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";
import { checkoutDir, temporaryFolder } from "#test/processes/start-postgres-process.ts";
import { findListener } from "./health.ts";

// Runs the actual program, because the test also covers which modules it imports.
const program = resolve(import.meta.dirname, "../../../bin/stint-server.js");
const shared = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];
const inherited = { ...Object.fromEntries(shared.map((name) => [name, process.env[name]])), DASHBOARD: "off" };

function run(args: string[], env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) =>
    execFile(process.execPath, [program, ...args], { env: { ...inherited, ...env } }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  );
}

function serve(t: TestContext, env: Record<string, string>): ChildProcess {
  const service = spawn(process.execPath, [program, "serve"], { env: { ...inherited, ...env }, stdio: "ignore" });
  t.after(async () => {
    if (service.exitCode !== null || service.signalCode !== null) return;
    service.kill("SIGKILL");
    await once(service, "exit");
  });
  return service;
}

test("a service is waited for, found by the note in its data folder, checked, and missed when it has ended", async (t) => {
  const DATA_DIR = join(await temporaryFolder(t), "data");
  const service = serve(t, { DATA_DIR, PORT: "0", DRAIN_SECONDS: "300" });
  const ready = await run(["health", "--wait", "300"], { DATA_DIR });
  assert.equal(ready.code, 0, ready.err);
  const [, url = ""] = /^Stint is ready at (http:\S+)\.\n$/.exec(ready.out) ?? [];
  const { port } = new URL(url);
  for (const HOST of ["0.0.0.0", "127.0.0.1"])
    assert.equal((await run(["health"], { DATA_DIR, PORT: port, HOST })).code, 0);
  const checked = await run(["check", "--json"], { DATA_DIR });
  assert.equal(checked.code, 0, checked.out);
  assert.ok(checked.out.includes(`Stint is ready at ${url}.`), checked.out);

  service.kill("SIGTERM");
  await waitFor(async () => (await fetch(`${url}/readyz`)).status === 503);
  const draining = await run(["health", "--json"], { DATA_DIR });
  assert.equal(draining.code, 1);
  const reason = `Stint at ${url} is not ready: stopping.`;
  assert.deepEqual(JSON.parse(draining.out), { ready: false, running: true, url, reason });
  service.kill("SIGKILL");
  await once(service, "exit");
  const gone = await run(["health"], { DATA_DIR });
  assert.deepEqual([gone.code, gone.out], [1, ""]);
  assert.equal(gone.err, `Stint is not running at ${url}. Start it, or set HOST and PORT to the service's values.\n`);
  const alone = await run(["check"], { DATA_DIR });
  assert.equal(alone.code, 0, alone.out);
  assert.match(alone.out, /note {2}service: Stint is not running at /);
});

test("a service that listens on every address is found, with IPv4 and IPv6", async (t) => {
  const database = await createDatabase();
  for (const HOST of ["0.0.0.0", "::"]) {
    const { url } = await startServiceProcess(t, database, { HOST });
    const { port } = new URL(url);
    const { code, err } = await run(["health"], { HOST, PORT: port, DATABASE_URL: "postgres://127.0.0.1:1/none" });
    assert.equal(code, 0, err);
  }
});

test("another program at the address, an unknown port and wrong usage are told apart", async (t) => {
  const other = createServer((_asked, reply) => reply.end("It works!")).listen(0, "127.0.0.1");
  await once(other, "listening");
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const found = await run(["health"], { PORT: String(port) });
  assert.equal(found.code, 1);
  assert.match(found.err, /^The server at \S+ is not Stint \(status 200\)\. /);
  const unknown = await run(["health"], { PORT: "0", DATABASE_URL: "postgres://127.0.0.1:1/none" });
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /^PORT is 0, so only the service knows its port/);
  const misused = await run(["health", "--wait", "soon"], {});
  assert.equal(misused.code, 2);
  assert.match(misused.err, /^--wait must be a whole number of seconds up to 3600, not "soon"\.\n {2}health /);
});

test("HOST and PORT give the address, and a wildcard means this machine", async () => {
  const find = (host: string, port: number) =>
    findListener({ host, port, dataDir: "/nonexistent", databaseUrl: undefined }, checkoutDir);
  assert.equal(await find("127.0.0.1", 3000), "http://127.0.0.1:3000");
  assert.equal(await find("0.0.0.0", 80), "http://127.0.0.1:80");
  assert.equal(await find("::", 3000), "http://[::1]:3000");
  assert.equal(await find("10.0.0.5", 8080), "http://10.0.0.5:8080");
});
