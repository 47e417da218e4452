// One line for shell prompts, in a file of its own, because opening the databases and starting Node take too long before
// every prompt. While a timer runs, it is `START⇥TEXT`, with the start in seconds by this machine's clock; otherwise
// only the text, which is empty, or `!` if syncs fail. `bin/stint` and `stint hook prompt` read it too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatDuration } from "@stint/grammar/time-text.ts";
import { chooseProfile, profileData } from "#src/profile/profile.ts";

export const timerLineIn = (folder: string): string => join(folder, "timer");

/** Returns what `status --short` prints. */
export function shownTimer(line: string, nowMs: number): string {
  const [, start, text] = /^(\d+)\t(.*)$/.exec(line) ?? [];
  if (start === undefined) return line;
  return `${formatDuration(Math.max(0, Math.floor(nowMs / 1000) - Number(start)), "clock")} ${text}`;
}

/** Returns the line of the profile that the environment chooses; undefined if it is not there, or not whole. */
export function readTimerLine(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const text = readFileSync(timerLineIn(profileData(env, chooseProfile(env, undefined).name)), "utf8");
    return text.endsWith("\n") ? text.slice(0, -1) : undefined;
  } catch {
    return undefined;
  }
}
