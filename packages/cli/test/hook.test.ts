import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fishHook, readBranch, shellHook } from "#src/commands/tools/hook.ts";

const branches: Record<string, ReturnType<typeof readBranch>> = {
  main: { projects: [], ref: undefined, words: "" },
  "feature/ABC-12": { projects: ["ABC"], ref: "ABC-12", words: "" },
  "abc-12-fix-the-login": { projects: ["ABC"], ref: "ABC-12", words: "fix the login" },
  "website/fix/417_broken_menu": { projects: ["website"], ref: "417", words: "broken menu" },
  "docs/typo-2-words": { projects: ["TYPO"], ref: "TYPO-2", words: "words" },
  "try-something": { projects: [], ref: undefined, words: "try something" },
};

for (const [branch, expected] of Object.entries(branches))
  test(`the branch ${branch} names ${expected.ref ?? "no issue"}`, () =>
    assert.deepEqual(readBranch(branch), expected));

/** Shells whose prompts show the exit status, with stint's hook. All read their settings from `~/.zshrc`. */
const shells: [shell: string, command: string, settings: string][] = [
  ["bash", "bash --rcfile ~/.zshrc -i", `PROMPT_COMMAND='printf "<%s>\\n" "$?"'\n${shellHook}`],
  ["bash", "bash --rcfile ~/.zshrc -i", `PROMPT_COMMAND=('printf "<%s>\\n" "$?"' 'true')\n${shellHook}`],
  ["zsh", "zsh -i", `${shellHook}\nshown() { printf "<%s>\\n" "$?"; }\nprecmd_functions+=(shown)`],
  [
    "fish",
    "script -qec 'fish --no-config -i -C \"source ~/.zshrc\"' /dev/null",
    `${fishHook}\nfunction shown --on-event fish_prompt; printf "<%s>\\n" $status; end`,
  ],
];
const states: [name: string, isAway: boolean, stint: string | undefined][] = [
  ["nobody was away", false, "exit 4"],
  ["stint asks", true, "exit 0"],
  ["stint fails", true, "exit 4"],
  ["stint is gone", true, undefined],
];

for (const [at, [shell, command, settings]] of shells.entries())
  for (const [name, isAway, stint] of states)
    test(`prompt ${at} (${shell}) shows the command's exit status if ${name}`, (t) => {
      const words = shell === "fish" ? ["fish", "script"] : [shell];
      if (words.some((word) => spawnSync("sh", ["-c", `command -v ${word}`]).status !== 0)) return t.skip();
      const home = mkdtempSync(join(tmpdir(), "stint-hook-"));
      t.after(() => rmSync(home, { recursive: true }));
      const asked = join(home, "asked");
      const data = join(home, ".local/share/stint/default");
      mkdirSync(data, { recursive: true });
      writeFileSync(join(home, ".zshrc"), settings);
      if (isAway) writeFileSync(join(data, "away"), "");
      if (stint !== undefined)
        writeFileSync(join(home, "stint"), `#!/bin/sh\necho "$@" >> ${asked}\n${stint}\n`, { mode: 0o755 });
      const env = { HOME: home, ZDOTDIR: home, PATH: `${home}:/usr/bin:/bin`, TERM: "dumb" };
      const input = "true\nfalse\ntrue\nexit\n";
      const { stdout } = spawnSync("sh", ["-c", command], { env, input, encoding: "utf8" });
      assert.deepEqual(stdout.match(/<\d+>/g), ["<0>", "<0>", "<1>", "<0>"]);
      assert.equal(existsSync(asked), isAway && stint !== undefined);
      if (existsSync(asked)) assert.match(readFileSync(asked, "utf8"), /^(?:idle --ask\n){4}$/);
    });
