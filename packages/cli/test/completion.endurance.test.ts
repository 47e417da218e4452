// Tests completions in real shells, and in a real terminal if tmux is installed.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { dangerousNames, newDangerousProject } from "#test/support/dangerous-names.ts";
import { homeWithNames } from "#test/support/home-with-names.ts";
import { onPath } from "#test/support/on-path.ts";
import { builtCommand, type Home, loggedIn, serve } from "#test/support/world.ts";

const hasProgram = (name: string) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
const without = (...names: string[]) => {
  const missing = names.find((name) => !hasProgram(name));
  return missing === undefined ? false : `needs ${missing}`;
};

test("the script of bash completes a word", { skip: without("bash") }, async () => {
  const env = await onPath(await homeWithNames(), {});
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

/** Starts a shell in a terminal, with completions. */
async function openShell(t: TestContext, shell: string, home: Home) {
  const { start = "", prepare = "" } = shells[shell] ?? {};
  const env = await onPath(home, { TERM: "xterm", LANG: "C.UTF-8" });
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", join(home.path, "tmux"), ...args], { env, encoding: "utf8" });
  tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "30", "-c", home.path, `env ${start}`);
  t.after(() => tmux("kill-server"));
  const screen = () => tmux("capture-pane", "-p");
  const until = async (pattern: RegExp) => {
    for (let tries = 0; !pattern.test(screen()); tries++) {
      if (tries > 600) throw new Error(`${pattern}: ${screen()}`);
      await sleep(50);
    }
  };
  const type = (text: string) => tmux("send-keys", "-l", text);
  const press = (...keys: string[]) => tmux("send-keys", ...keys);
  const files = join(await builtCommand(), "../../dist/completions");
  type(prepare.replace("FILES", files));
  press("Enter");
  type("echo rea''dy");
  press("Enter");
  await until(/^ready/m);
  return { type, press, until };
}

for (const shell of Object.keys(shells)) {
  const skip = without("tmux", shell.split(" ")[0] ?? "");
  test(`Tab completes a project in ${shell}`, { skip }, async (t) => {
    const { type, press, until } = await openShell(t, shell, await homeWithNames());
    type("echo stint; stint start --dry-run @web");
    await until(/--dry-run @web/);
    press("Tab");
    await until(/--dry-run @Website/);
    press("Enter");
    await until(/Would do: Started Website\/Build/);
    press("C-l");
    type("stint start --dry-run @two/");
    await until(/--dry-run @two\//);
    press("Tab");
    await until(/--dry-run @[Tt]wo\/Build/);
    press("Enter");
    await until(/Would do: Started Two words\/Build/);
    press("C-l");
    type('stint start --dry-run "fix @two-words/b');
    await until(/two-words\/b/);
    press("Tab");
    await until(/fix\\? @[Tt]wo-words\/Build/);
    press("Enter");
    await until(/Would do: Started Two words\/Build fix/);
    press("C-l");
    type('stint start --dry-run "ask @two wo');
    await until(/two wo/);
    press("Tab");
    await until(/ask\\? @[Tt]wo[ \\-]+words/);
    press("Enter");
    await until(/Would do: Started Two words\/Build ask/);
    press("C-l");
    type("stint listen --events timer.started,timer.d");
    await until(/timer\.d/);
    press("Tab");
    await until(/timer\.discarded/);
  });

  // The package's files are the same scripts.
  if (shell.includes(" ")) continue;
  test(`a name that Tab has completed never runs as a command in ${shell}`, { skip }, async (t) => {
    const served = await serve();
    const { home } = await loggedIn(served);
    for (const { name } of Object.values(dangerousNames)) await newDangerousProject(served, name);
    await home.ok(["sync"]);
    const { type, press, until } = await openShell(t, shell, home);
    let count = 0;
    for (const [typed, { name, completed }] of Object.entries(dangerousNames))
      for (const before of ["sub", "bob"].includes(typed) ? ["@", '"a b @', "'a b @"] : ["@"]) {
        press("C-l");
        type(`stint start --dry-run ${before}${typed}`);
        await until(new RegExp(`run ${before}${typed}`));
        press("Tab");
        // The shell adds a space, and the end of the quotes.
        if (completed !== typed) await until(new RegExp(`run ${before}${typed}[^ \\n]`));
        type(`x${++count} ; echo en''d${count}`);
        press("Enter");
        await until(new RegExp(`^end${count}`, "m"));
        const start = name.slice(0, typed.length);
        await until(new RegExp(`Would do: Started ${start}.*${before.slice(1, -1)}x${count} at`));
      }
    assert.equal(existsSync(join(home.path, "canary")), false);
  });
}
