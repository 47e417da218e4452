import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { waitFor } from "#test/databases/hold.ts";
import { test, type TestContext } from "node:test";

interface Watchdog {
  /** Returns how many seconds the watchdog waited before each start except the first. */
  waits(): Promise<number[]>;
  /** Releases the watchdog, as the last process that uses the server does. */
  letGo(): void;
  /** Resolves once the server is ready for SIGINT. */
  started(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  ended: Promise<unknown[]>;
}

/**
 * Runs the watchdog with a server that crashes after each start and becomes ready only at the starts in `readyAt`.
 * Waits are instant, except for `longWait`, which lasts half a minute. With `serves`, the server runs until SIGINT.
 * Nobody reads what the watchdog prints.
 */
async function startWatchdog(
  t: TestContext,
  options: { readyAt: number[]; longWait: number; serves?: boolean },
): Promise<Watchdog> {
  const folder = await mkdtemp(join(tmpdir(), "stint-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [bin, data, run] = ["bin", "data", "run"].map((name) => join(folder, name)) as [string, string, string];
  for (const made of [bin, data, run]) await mkdir(made);
  const program = async (name: string, lines: string) => {
    await writeFile(join(bin, name), `#!/bin/sh\n${lines}\n`);
    await chmod(join(bin, name), 0o755);
  };
  // A shell cannot trap a signal that was ignored when it started.
  const server = join(folder, "server.mjs");
  await writeFile(
    server,
    `process.on("SIGINT", () => process.exit()); setInterval(() => {}, 60_000);
    (await import("node:fs")).writeFileSync("${folder}/serving", "");`,
  );
  await program(
    "postgres",
    `echo >>${folder}/starts; start=$(wc -l <${folder}/starts)
    for ready in ${options.readyAt.join(" ")}; do
      [ "$start" -ne "$ready" ] || echo "database system is ready to accept connections"
    done
    ${options.serves ? `exec ${process.execPath} ${server}` : "exit 1"}`,
  );
  await program(
    "sleep",
    `case $1 in 0.2) exec /bin/sleep 0.2;; esac
    echo "$1" >>${folder}/waits; [ "$1" -ne ${options.longWait} ] || exec /bin/sleep 30`,
  );
  const script = await readFile(new URL("watchdog.sh", import.meta.url), "utf8");
  const child: ChildProcess = spawn("/bin/sh", ["-c", script, "sh", bin, data, run, run, run, ""], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  child.stderr?.destroy();
  t.after(() => child.kill("SIGKILL"));
  return {
    waits: async () =>
      (await readFile(join(folder, "waits"), "utf8").catch(() => "")).split("\n").filter(Boolean).map(Number),
    started: () => waitFor(() => existsSync(join(folder, "serving"))),
    letGo: () => void (child.stdio[3] as NodeJS.WritableStream).end(),
    signal: (signal) => void child.kill(signal),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: once(child, "exit"),
  };
}

test("a server that has worked is restarted forever, after ever longer waits", async (t) => {
  const watchdog = await startWatchdog(t, { readyAt: [1, 10], longWait: 99 });
  await waitFor(async () => (await watchdog.waits()).length >= 14);
  watchdog.letGo();
  await watchdog.ended;
  assert.deepEqual((await watchdog.waits()).slice(0, 14), [1, 2, 4, 8, 16, 30, 30, 30, 30, 1, 2, 4, 8, 16]);
});

test("a server that never worked is not started again", async (t) => {
  const watchdog = await startWatchdog(t, { readyAt: [99], longWait: 99 });
  assert.deepEqual(await watchdog.ended, [1, null]);
  assert.deepEqual(await watchdog.waits(), []);
});

test("a watchdog ends its server in order although nobody reads what it prints", async (t) => {
  for (let round = 0; round < 100; round++) {
    const watchdog = await startWatchdog(t, { readyAt: [1], longWait: 99, serves: true });
    await watchdog.started();
    watchdog.letGo();
    // The signal comes again in the moment in which the server has ended and the watchdog does not know it yet.
    while (!watchdog.hasEnded()) {
      for (let i = 0; i < 200; i++) watchdog.signal("SIGUSR1");
      await setImmediate();
    }
    const [, killedBy] = await watchdog.ended;
    assert.equal(killedBy, null);
  }
});

test("a watchdog that waits ends with its last holder", async (t) => {
  const watchdog = await startWatchdog(t, { readyAt: [1], longWait: 4 });
  await waitFor(async () => (await watchdog.waits()).includes(4));
  const startedAt = performance.now();
  watchdog.letGo();
  await watchdog.ended;
  assert.ok(performance.now() - startedAt < 25_000);
  assert.deepEqual(await watchdog.waits(), [1, 2, 4]);
});
