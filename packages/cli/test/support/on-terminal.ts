import { spawn, spawnSync } from "node:child_process";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { builtCommand, type Home } from "./world.ts";

export const cannot = spawnSync("script", ["--version"]).status !== 0 && "needs script";

/** Runs a command on a terminal provided by `script` (util-linux). */
export async function onTerminal(t: TestContext, { env }: Home, args: string[], more: Record<string, string> = {}) {
  const line = [process.execPath, await builtCommand(), ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qefc", line, "/dev/null"], { env: { ...env, SHELL: "/bin/sh", ...more } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const isLate = new AbortController();
  const ended = Promise.race([
    closed.finally(() => isLate.abort()),
    sleep(60_000, null, { signal: isLate.signal }).catch(() => closed),
  ]);
  let read = 0;
  t.after(() => child.kill("SIGKILL"));
  /** Waits for output after the previous match that matches the pattern. */
  const until = async (pattern: RegExp): Promise<string> => {
    for (let tries = 0; ; tries++) {
      const found = pattern.exec(said.slice(read));
      if (found !== null) {
        read += found.index + found[0].length;
        return found[1] ?? "";
      }
      if (child.exitCode !== null || tries > 1200) throw new Error(said);
      await sleep(50);
    }
  };
  return { until, ended, type: (text: string) => child.stdin.write(text), said: () => said };
}
