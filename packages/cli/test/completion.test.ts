// Tests completions in real shells, and in a real terminal if tmux is installed.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { builtCommand, type Home, loggedIn, serve } from "#test/support/world.ts";

const hasProgram = (name: string) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
const without = (...names: string[]) => {
  const missing = names.find((name) => !hasProgram(name));
  return missing === undefined ? false : `needs ${missing}`;
};

async function withNames() {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  await newProject(served.owner, { name: "Warehouse" }, { name: "Packing" });
  await newProject(served.owner, { name: "Two words" });
  await newEntry(served.owner, where, { tags: ["review", "research"] });
  await home.ok(["sync"]);
  const bin = join(home.path, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "stint"), `#!/bin/sh\nexec "${process.execPath}" "${await builtCommand()}" "$@"\n`);
  await chmod(join(bin, "stint"), 0o755);
  const env = { ...home.env, PATH: `${bin}:${home.env["PATH"] ?? ""}`, TERM: "xterm", LANG: "C.UTF-8" };
  return { home, env };
}

async function offered(home: Home, ...args: string[]): Promise<string[]> {
  return (await home.ok(["__complete", ...args])).split("\n").slice(0, -1);
}

test("commands, options, projects, tasks, tags, periods and entries are offered", async () => {
  const { home } = await withNames();
  assert.deepEqual(await offered(home, "stint sta"), ["start", "status"]);
  assert.ok((await offered(home, "stint start --")).includes("--dry-run"));
  assert.deepEqual(await offered(home, "stint start @w"), ["@Warehouse", "@Website"]);
  assert.deepEqual(await offered(home, 'stint start "text @ware'), ["text @Warehouse"]);
  assert.deepEqual(await offered(home, "stint log 9-10 @warehouse/"), ["@Warehouse/Packing"]);
  assert.deepEqual(await offered(home, "stint start @tw"), ["@Two"]);
  assert.deepEqual(await offered(home, 'stint start "@web #re').then((all) => all.toSorted()), [
    "@web #research",
    "@web #review",
  ]);
  assert.deepEqual(await offered(home, "stint report :last"), [":lastweek", ":lastmonth", ":lastyear"]);
  assert.deepEqual(await offered(home, "stint report :last", "last"), ["lastweek", "lastmonth", "lastyear"]);
  assert.deepEqual(await offered(home, "stint start @we", "we"), ["@Website"]);
  assert.deepEqual(await offered(home, "stint edit t"), ["timer"]);
  assert.equal((await home.run(["completion", "tcsh"])).code, 2);
});

test("the script of bash completes a word", { skip: without("bash") }, async () => {
  const { env } = await withNames();
  const script = `eval "$(stint completion bash)"; COMP_LINE="stint start @web"; COMP_POINT=16
    COMP_WORDS=(stint start @ web); COMP_CWORD=3; _stint; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { env });
  assert.equal(stdout, "@Website\n");
});

/**
 * How to start each shell and prepare completions. `FILES` stands for the folder of the completion files that packages
 * install.
 */
const shells: Record<string, { start: string; prepare: string }> = {
  bash: { start: "bash --norc -i", prepare: 'eval "$(stint completion bash)"' },
  zsh: { start: "zsh -f -i", prepare: 'autoload -U compinit && compinit -u -D && eval "$(stint completion zsh)"' },
  fish: { start: "fish --no-config -i", prepare: "stint completion fish | source" },
  "bash with the package's file": { start: "bash --norc -i", prepare: ". FILES/bash/stint" },
  "zsh with the package's file": {
    start: "zsh -f -i",
    prepare: "fpath=(FILES/zsh $fpath) && autoload -U compinit && compinit -u -D",
  },
  "fish with the package's file": { start: "fish --no-config -i", prepare: "source FILES/fish/stint.fish" },
};

for (const [shell, { start, prepare }] of Object.entries(shells)) {
  test(`Tab completes a project in ${shell}`, { skip: without("tmux", shell.split(" ")[0] ?? "") }, async (t) => {
    const { home, env } = await withNames();
    const tmux = (...args: string[]) =>
      execFileSync("tmux", ["-S", join(home.path, "tmux"), ...args], { env, encoding: "utf8" });
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "30", `env ${start}`);
    t.after(() => tmux("kill-server"));
    const screen = () => tmux("capture-pane", "-p");
    const until = async (pattern: RegExp) => {
      for (let tries = 0; !pattern.test(screen()); tries++) {
        if (tries > 600) throw new Error(screen());
        await sleep(50);
      }
    };
    const files = join(await builtCommand(), "../../dist/completions");
    tmux("send-keys", "-l", prepare.replace("FILES", files));
    tmux("send-keys", "Enter");
    tmux("send-keys", "-l", "echo rea''dy");
    tmux("send-keys", "Enter");
    await until(/^ready/m);
    tmux("send-keys", "-l", "echo stint; stint start --dry-run @web");
    await until(/--dry-run @web/);
    tmux("send-keys", "Tab");
    await until(/--dry-run @Website/);
    tmux("send-keys", "Enter");
    await until(/Would do: Started Website\/Build/);
  });
}
