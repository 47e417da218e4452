// Tests absences while a timer runs. There is no logind session and no macOS here, so stand-ins in PATH print what the
// real programs would: loginctl(1) `show-session -p`, IdleSinceHint in microseconds (org.freedesktop.login1(5)), and
// `ioreg -c IOHIDSystem`, HIDIdleTime in nanoseconds.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { cannot, onTerminal } from "#test/support/on-terminal.ts";
import { type Home, loggedIn, serve } from "#test/support/world.ts";

const minuteMs = 60_000;

interface Machine {
  env: Record<string, string>;
  /** Sets the state that logind reports from now on. */
  set(state: { idleMinutes?: number; isLocked?: boolean }): Promise<void>;
}

async function openMachine({ path, env }: Home): Promise<Machine> {
  const bin = join(path, "desktop");
  const state = join(path, "state");
  await mkdir(bin, { recursive: true });
  await writeFile(
    join(bin, "loginctl"),
    `#!/bin/sh\ncase $1 in show-user) echo 2 ;; show-session) [ "$2" = 2 ] && cat '${state}' ;; esac\n`,
    { mode: 0o755 },
  );
  const set: Machine["set"] = async ({ idleMinutes = 0, isLocked = false }) => {
    const since = (Date.now() - idleMinutes * minuteMs) * 1000;
    const hint = idleMinutes > 0 ? "yes" : "no";
    await writeFile(state, `IdleHint=${hint}\nIdleSinceHint=${since}\nLockedHint=${isLocked ? "yes" : "no"}\n`);
  };
  await set({});
  return { env: { PATH: `${bin}:${env["PATH"] ?? ""}`, STINT_IDLE_SECONDS: "1" }, set };
}

async function working(t: TestContext) {
  const served = await serve();
  const { home } = await loggedIn(served);
  const machine = await openMachine(home);
  t.after(() => home.run(["logout", "--yes"]));
  const run = async (...args: string[]) => await onTerminal(t, home, args, machine.env);
  const file = (name: string) => join(home.path, ".local/share/stint/default", name);
  const began = await run("start", "@web work", "--at", "-90m");
  assert.equal(await began.ended, 0, began.said());
  /** Simulates a user who leaves for an hour and returns. */
  const leave = async (state: { isLocked?: boolean } = {}) => {
    await machine.set({ idleMinutes: 60, ...state });
    for (let tries = 0; !existsSync(file("away")); tries++) {
      assert.ok(tries < 600, await readFile(file("samples"), "utf8").catch(String));
      await sleep(50);
    }
    await machine.set({});
  };
  return { served, home, machine, run, leave, file };
}

const question =
  /You were away from \d\d:\d\d to \d\d:\d\d \(1:0\d\) while the timer ran on Website\/Build\.[\s\S]*\[k\/d\/s\/o\] /;
const near = (instant: string, minutesAgo: number) =>
  assert.ok(Math.abs(Date.now() - minutesAgo * minuteMs - Date.parse(instant)) < 2 * minuteMs, instant);

test("time away is asked about once, and discarded", { skip: cannot }, async (t) => {
  const { served, home, run, leave, file } = await working(t);
  await leave({ isLocked: true });
  assert.doesNotMatch((await home.run(["status"])).stdout, /away/, "nothing is asked without a terminal");
  const asked = await run("status");
  await asked.until(question);
  asked.type("x\n");
  await asked.until(/\[k\/d\/s\/o\] /);
  asked.type("d\n");
  assert.equal(await asked.ended, 0, asked.said());
  assert.match(asked.said(), /Discarded 1:0\d; the timer continues from [\s\S]*0:0\d since/);
  assert.ok(!existsSync(file("away")));
  const again = await run("status");
  assert.equal(await again.ended, 0);
  assert.doesNotMatch(again.said(), /away/);
  await home.ok(["sync"]);
  const [entry] = (await served.owner.get("/v1/time-entries")).json.data;
  near(entry.endedAt, 60);
  const timer = (await served.owner.get("/v1/timer")).json;
  near(timer.startedAt, 0);
  assert.equal(timer.description, "work");
  await home.ok(["undo"]);
  await home.ok(["sync"]);
  near((await served.owner.get("/v1/timer")).json.startedAt, 90);
  assert.deepEqual((await served.owner.get("/v1/time-entries")).json.data, []);
});

test("time away is kept, ends the timer, or is logged to something else", { skip: cannot }, async (t) => {
  const kept = await working(t);
  await kept.leave();
  const keeping = await kept.run("list");
  await keeping.until(question);
  keeping.type("k\n");
  assert.equal(await keeping.ended, 0, keeping.said());
  await kept.home.ok(["sync"]);
  near((await kept.served.owner.get("/v1/timer")).json.startedAt, 90);

  const ended = await working(t);
  await ended.leave();
  const ending = await ended.run("stop");
  await ending.until(question);
  ending.type("s\n");
  assert.equal(await ending.ended, 0, ending.said());
  assert.match(ending.said(), /Stopped at \d\d:\d\d; 1:0\d discarded\./);
  await ended.home.ok(["sync"]);
  assert.equal((await ended.served.owner.get("/v1/timer")).status, 404);
  near((await ended.served.owner.get("/v1/time-entries")).json.data[0].endedAt, 60);
  for (let tries = 0; existsSync(ended.file("watcher")); tries++) {
    assert.ok(tries < 200, "the watcher ends with the timer");
    await sleep(50);
  }

  const other = await working(t);
  await other.leave();
  const logging = await other.run("status");
  await logging.until(question);
  for (const text of ["@nowhere x", "@web lunch with a client"]) {
    logging.type("o\n");
    await logging.until(/@project text: /);
    logging.type(`${text}\n`);
    if (text.startsWith("@nowhere")) await logging.until(/\[k\/d\/s\/o\] /);
  }
  assert.equal(await logging.ended, 0, logging.said());
  await other.home.ok(["sync"]);
  const entries = (await other.served.owner.get("/v1/time-entries?sort=startedAt")).json.data;
  assert.deepEqual(
    entries.map(({ description }: { description: string }) => description),
    ["work", "lunch with a client"],
  );
  near(entries[1].startedAt, 60);
  near((await other.served.owner.get("/v1/timer")).json.startedAt, 0);
});

test("a machine that slept is noticed before its watcher looks again", { skip: cannot }, async (t) => {
  const { served, home, run, file } = await working(t);
  // Simulate sleep by ending the watcher, because no samples are taken while the machine sleeps.
  await writeFile(file("watcher"), "1");
  await sleep(2500);
  const hourAgo = new Date(Date.now() - 60 * minuteMs);
  await writeFile(file("samples"), `${Math.floor(hourAgo.getTime() / 1000)} 2 0\n`);
  await utimes(file("samples"), hourAgo, hourAgo);
  const asked = await run("status");
  await asked.until(question);
  asked.type("d\n");
  assert.equal(await asked.ended, 0, asked.said());
  await home.ok(["sync"]);
  near((await served.owner.get("/v1/time-entries")).json.data[0].endedAt, 60);
  near((await served.owner.get("/v1/timer")).json.startedAt, 0);
});

test("the prompt of a shell asks, and stint idle sets when", { skip: cannot }, async (t) => {
  const { home, run, leave, file } = await working(t);
  assert.equal(await home.ok(["idle"]), "Asks about time away of 10 minutes or more.\n");
  assert.equal((await home.run(["idle", "soon"])).code, 2);
  assert.match(await home.ok(["idle", "5", "--dry-run"]), /^Would set: .* 5 minutes/);
  await leave();
  const hook = await home.ok(["hook", "shell"]);
  assert.match(hook, /stint idle --ask/);
  const asked = await run("idle", "--ask");
  await asked.until(question);
  asked.type("k\n");
  assert.equal(await asked.ended, 0);
  assert.equal(await home.ok(["idle", "off"]), "Time away is not tracked.\n");
  const status = await run("status");
  assert.equal(await status.ended, 0);
  for (let tries = 0; existsSync(file("watcher")); tries++) {
    assert.ok(tries < 200, "nothing watches");
    await sleep(50);
  }
});

test("on macOS, ioreg tells how long nobody typed", { skip: cannot }, async (t) => {
  const { home } = await loggedIn(await serve());
  const bin = join(home.path, "mac");
  await mkdir(bin, { recursive: true });
  const said = '    | |   "HIDIdleTime" = 3600123456789';
  await writeFile(join(bin, "ioreg"), `#!/bin/sh\n[ "$2" = IOHIDSystem ] && echo '${said}'\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${home.env["PATH"] ?? ""}`, STINT_IDLE_SECONDS: "1" };
  t.after(() => home.run(["logout", "--yes"]));
  const began = await onTerminal(t, home, ["start", "@web work", "--at", "-90m"], env);
  assert.equal(await began.ended, 0, began.said());
  const samples = join(home.path, ".local/share/stint/default/samples");
  for (let tries = 0; !existsSync(samples); tries++) {
    assert.ok(tries < 200, "no sample");
    await sleep(50);
  }
  assert.match(await readFile(samples, "utf8"), /^\d{10} 3600 0\n/);
});
