// Tests completions in real shells, and in a real terminal if tmux is installed.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { homeWithNames } from "#test/support/home-with-names.ts";
import { onPath } from "#test/support/on-path.ts";
import { builtCommand } from "#test/support/world.ts";

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

for (const [shell, { start, prepare }] of Object.entries(shells)) {
  test(`Tab completes a project in ${shell}`, { skip: without("tmux", shell.split(" ")[0] ?? "") }, async (t) => {
    const home = await homeWithNames();
    const env = await onPath(home, { TERM: "xterm", LANG: "C.UTF-8" });
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
