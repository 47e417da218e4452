// Tests that the shell script, the shells' functions and the command show the same in prompts.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { sql } from "@stint/server/src/platform/database/database.ts";
import { dangerousNames } from "#test/support/dangerous-names.ts";
import { builtCommand, type Home, loggedIn, newHome, serve } from "#test/support/world.ts";
import { promptHook } from "#src/commands/tools/hook.ts";
import { readTimerLine, shownTimer } from "#src/prompt/timer-line.ts";

const isThere = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
const shells = ["dash", "bash", "busybox sh", "zsh --emulate sh", "ksh", "yash"].filter((shell) =>
  isThere(shell.split(" ")[0] ?? ""),
);
const lineOf = (home: Home, profile = "default") => join(home.path, ".local/share/stint", profile, "timer");
const path = `${dirname(process.execPath)}:/usr/bin:/bin`;

function run(command: string, home: Home, env: Record<string, string> = {}) {
  const whole = { ...home.env, PATH: path, ...env };
  const { status: code, stdout, stderr } = spawnSync("sh", ["-c", command], { env: whole, encoding: "utf8" });
  return { code, stdout, stderr };
}

/**
 * Runs the script, and then the command, which reads the databases. Returns what they print, which has to be the same.
 */
async function same(home: Home, env: Record<string, string> = {}, args = "status --short", used = ["sh"]) {
  const script = join(dirname(await builtCommand()), "stint");
  const byScript = used.map((shell) => [shell, run(`${shell} "${script}" ${args}`, home, env)]);
  const byCommand = await home.run(args.split(" "), { env });
  assert.deepEqual(Object.fromEntries(byScript), Object.fromEntries(used.map((shell) => [shell, byCommand])));
  return byCommand;
}

test("the script shows hostile names as the command does, and as the databases have them", async () => {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  await home.ok(["start", "@web text", "--at", "-30m"]);
  await home.ok(["sync"]);
  const { sub, bob, back, both, code, line } = dangerousNames;
  const dangerous = [sub, bob, back, both, code, line].map((each) => each?.name ?? "");
  for (const name of [...dangerous, "100 %d %s", "tab\tin it", " \u202E日本 🕐 ", "!", ""]) {
    await served.world.db.query(
      sql`update projects set name = ${name}, updated_at = now() where org_id = ${served.owner.orgId} and id = ${where.projectId}`,
    );
    await home.ok(["sync", "--rebuild"]);
    const shown = await same(home, {}, "status --short", shells);
    assert.deepEqual([shown.code, shown.stderr], [0, ""], name);
    assert.match(shown.stdout, /^0:30 [^\t\n]*\/Build\n$/);
  }
  assert.equal(existsSync("canary"), false);
});

test("the script answers without Node, in each state", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const alone = await mkdtemp(join(tmpdir(), "stint-prompt-"));
  t.after(() => rm(alone, { recursive: true }));
  await copyFile(join(dirname(await builtCommand()), "stint"), join(alone, "stint"));
  const shows = async (stdout: RegExp, env: Record<string, string> = {}) => {
    const shown = await same(home, env);
    assert.deepEqual([shown.code, shown.stderr], [0, ""]);
    assert.match(shown.stdout, stdout);
    assert.deepEqual(run(`"${alone}/stint" status --short`, home, env), shown, "it needs no Node");
  };
  await shows(/^$/);
  await home.ok(["start", "@web", "--at", "-30m"]);
  await shows(/^0:30 Website\/Build\n$/);
  for (const zone of ["Asia/Kathmandu", "America/Havana", ""]) await shows(/^0:30 Website\/Build\n$/, { TZ: zone });
  await shows(/^0:30 Website\/Build\n$/, { XDG_DATA_HOME: "relative" });
  await shows(/^0:30 Website\/Build\n$/, { XDG_DATA_HOME: `${home.path}/.local/share`, HOME: "/nowhere" });
  await home.ok(["edit", "timer", "--from", "-45m"]);
  await shows(/^0:45 Website\/Build\n$/);
  const saved = await readFile(join(home.path, ".config/stint/default.json"), "utf8");
  await writeFile(join(home.path, ".config/stint/default.json"), saved.replace(/"key": "[^"]*/, "$&x"));
  assert.equal((await home.run(["sync"])).code, 3);
  await shows(/^0:45 Website\/Build !\n$/);
  await home.ok(["stop"]);
  await shows(/^!\n$/);
  await home.ok(["undo"]);
  await shows(/^0:45 Website\/Build !\n$/);
  await writeFile(join(home.path, ".config/stint/default.json"), saved);
  await home.ok(["sync"]);
  await shows(/^0:45 Website\/Build\n$/);
  const seconds = Math.floor(Date.now() / 1000);
  for (const [start, duration] of [
    [seconds - 360_030, "100:00"],
    [seconds + 3600, "0:00"],
  ]) {
    await writeFile(lineOf(home), `${start}\tlong\n`);
    const shown = { code: 0, stdout: `${duration} long\n`, stderr: "" };
    assert.deepEqual(run(`"${alone}/stint" status --short`, home), shown);
    assert.deepEqual(await home.runProcess(["status", "--short"]), shown);
  }
  for (const broken of ["", `${seconds}\thalf`]) {
    await writeFile(lineOf(home), broken);
    assert.equal(readTimerLine(home.env), undefined);
    assert.match((await same(home)).stdout, /^0:45 Website\/Build\n$/, "it is read from the databases");
  }
  await home.ok(["logout", "--yes"]);
  assert.equal(existsSync(lineOf(home)), false);
  assert.deepEqual(await same(home), { code: 0, stdout: "", stderr: "" });
});

test("each profile has its own line, and a profile that does not exist is named", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const other = await served.world.newOrganization();
  await home.ok(["login", "--server", served.url, "--profile", "work"], { input: other.apiKey });
  await home.ok(["start", "@web", "--at", "-30m"]);
  assert.equal((await same(home)).stdout, "0:30 Website/Build\n");
  for (const [env, args] of [
    [{ STINT_PROFILE: "work" }, "status --short"],
    [{}, "--profile work status --short"],
    [{}, "status --short --profile=work"],
  ] as const)
    assert.deepEqual(await same(home, env, args), { code: 0, stdout: "", stderr: "" });
  assert.match((await same(home, { STINT_PROFILE: "work" }, "--profile default status --short")).stdout, /^0:30 /);
  await rename(lineOf(home), join(home.path, "timer"));
  assert.equal((await same(home, { STINT_PROFILE: "../../.." }, "status --short")).code, 2);
  await rename(join(home.path, "timer"), lineOf(home));
  // The account of these variables has no local copy.
  const account = { STINT_URL: served.url, STINT_API_KEY: other.apiKey };
  assert.equal((await same(home, account)).stdout, "");
  for (const name of ["STINT_URL", "STINT_API_KEY"]) assert.match((await same(home, { [name]: "x" })).stdout, /^0:30 /);
  const unknown = /^stint: There is no profile "nope"\.\n/;
  const shown = await same(home, { STINT_PROFILE: "nope" });
  assert.deepEqual([shown.code, shown.stdout], [3, ""]);
  assert.match(shown.stderr, unknown);
  for (const args of [["status"], ["start", "@web"], ["list"], ["log", "9-10 @web"], ["undo"], ["sync"], ["logout"]]) {
    const ran = await home.run(["--profile", "nope", ...args]);
    assert.equal(ran.code, 3, args.join());
    assert.match(ran.stderr, unknown, args.join());
    assert.match(ran.stderr, /default, work/, args.join());
  }
  for (const args of ["sync --dry-run", "sync --rebuild", "idle 5", "hook suggest"])
    assert.match((await home.run(["--profile", "nope", ...args.split(" ")])).stderr, unknown, args);
  await home.run(["__complete", "stint --profile nope edit "]);
  assert.equal(existsSync(dirname(lineOf(home, "nope"))), false);
});

const hooks: [shell: string, run: (file: string) => string, script: string][] = [
  ["bash", (file) => `bash -c 'PROMPT_COMMAND=; . "$0"; _stint_timer; printf %s "$stint_timer"' ${file}`, promptHook],
  ["zsh", (file) => `zsh -fc '. "$0"; _stint_timer; print -nrP -- "$stint_timer"' ${file}`, promptHook],
];

for (const [shell, command, script] of hooks)
  test(`the function for ${shell} shows what the command shows`, { skip: !isThere(shell) }, async () => {
    const home = await newHome();
    const file = join(home.path, "hook");
    await mkdir(dirname(lineOf(home)), { recursive: true });
    await writeFile(file, script);
    assert.deepEqual(run(command(file), home), { code: 0, stdout: "", stderr: "" });
    const seconds = Math.floor(Date.now() / 1000);
    for (const text of [
      "Website/Build",
      "Website !",
      "100 %n %d",
      "$(touch canary)",
      "`id`",
      " a  b\\n ",
      "日本",
      "-n",
    ]) {
      for (const start of [seconds - 30, seconds - 360_030, seconds + 3600]) {
        await writeFile(lineOf(home), `${start}\t${text}\n`);
        const { code, stdout, stderr } = run(command(file), home);
        assert.deepEqual(
          [code, stdout.replace(/\n$/, ""), stderr],
          [0, shownTimer(`${start}\t${text}`, Date.now()), ""],
        );
      }
    }
    for (const line of ["!", ""]) {
      await writeFile(lineOf(home), `${line}\n`);
      assert.equal(run(command(file), home).stdout.trim(), line);
    }
    const otherAccount = { STINT_URL: "http://127.0.0.1:1", STINT_API_KEY: "stint_x" };
    await writeFile(lineOf(home), `${seconds}\tWebsite\n`);
    assert.equal(run(command(file), home, otherAccount).stdout.trim(), "");
    assert.equal(run(command(file), home, { ...otherAccount, STINT_PROFILE: "default" }).stdout.trim(), "0:00 Website");
    await mkdir(join(home.path, ".local/share/stint/work"));
    assert.equal(run(command(file), home, { STINT_PROFILE: "work" }).stdout.trim(), "");
    assert.equal(existsSync("canary"), false);
  });
