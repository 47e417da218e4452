// Tests the command on a terminal.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newEntry } from "@stint/server/test/worlds/factories.ts";
import { builtCommand, loggedIn, serve } from "#test/support/world.ts";

const cannot = spawnSync("tmux", ["-V"]).status !== 0 && "needs tmux";

test("tables, colours, a question and its answer on a terminal", { skip: cannot }, async (t) => {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  await newEntry(served.owner, where, { description: "\u001B[31mred 日本", tags: ["a"] });
  await home.ok(["sync"]);
  const command = `'${process.execPath}' '${await builtCommand()}'`;
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", join(home.path, "tmux"), ...args], {
      env: { ...home.env, TERM: "xterm", LANG: "C.UTF-8" },
      encoding: "utf8",
    });
  tmux("-u", "-f", "/dev/null", "new-session", "-d", "-x", "130", "-y", "40", "sh");
  t.after(() => tmux("kill-server"));
  const screen = (...more: string[]) => tmux("capture-pane", "-p", ...more);
  const type = (text: string) => {
    tmux("send-keys", "-l", text);
    tmux("send-keys", "Enter");
  };
  const shows = async (pattern: RegExp, ...more: string[]) => {
    for (let tries = 0; !pattern.test(screen(...more)); tries++) {
      if (tries > 1200) throw new Error(screen(...more));
      await sleep(50);
    }
  };
  // One line, because what is typed before the shell has read the first is echoed and cleared.
  type(`PS1='$ '; s() { ${command} "$@"; }; clear; s list 2026-03`);
  await shows(/^id +day +from +to +time +project +task +description +tags$/m);
  await shows(/^\w{6} {2}2026-03-02 {2}09:00 {2}10:00 {2}1:00 {2}Website {2}Build {2}red 日本 +a$/m);
  type("clear; s report 2026-03");
  await shows(/^project +time +billable\nWebsite +1:00 +1:00\ntotal +1:00 +1:00$/m);
  assert.ok(screen("-e").includes("\u001B[2mproject"));
  type("clear; NO_COLOR=1 s report 2026-03; echo done");
  await shows(/^done$/m);
  assert.ok(!screen("-e").includes("\u001B[2m"));
  type("clear; s delete last");
  await shows(/Delete this\?\nMon 2026-03-02 .*red.*\[y\/N\]/);
  type("n");
  await shows(/Nothing was changed/);
  type("clear; s delete last");
  await shows(/\[y\/N\]/);
  type("y");
  await shows(/^Deleted Mon 2026-03-02/m);
});
