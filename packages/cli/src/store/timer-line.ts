// One line for shell prompts, in a file of its own, because opening the databases and starting Node take too long before
// every prompt. While a timer runs, it is `START⇥TEXT`, with the start in seconds by this machine's clock; otherwise
// only the text, which is empty, or `!` if syncs fail. `bin/stint` and `stint hook prompt` read it too.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDuration } from "@stint/grammar/time-text.ts";

const pathIn = (folder: string): string => join(folder, "timer");

/** Returns the line; undefined if there is none or it was not written completely. */
export function readTimerLine(folder: string): string | undefined {
  try {
    return /^(.*)\n$/.exec(readFileSync(pathIn(folder), "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** Replaces the line at once, so that no prompt reads half of it. Without it, `status --short` reads the databases. */
export function writeTimerLine(folder: string, line: string | undefined): void {
  const next = `${pathIn(folder)}.new`;
  try {
    if (line === undefined) return rmSync(pathIn(folder), { force: true });
    writeFileSync(next, `${line}\n`, { mode: 0o600 });
    renameSync(next, pathIn(folder));
  } catch {
    // A full disk must not keep an old line.
    for (const path of [next, pathIn(folder)]) rmSync(path, { force: true });
  }
}

/** Returns what `status --short` shows. */
export function shownTimer(line: string, nowMs: number): string {
  const [, start, text] = /^(\d+)\t(.*)$/.exec(line) ?? [];
  if (start === undefined) return line;
  return `${formatDuration(Math.max(0, Math.floor(nowMs / 1000) - Number(start)), "clock")} ${text}`;
}
