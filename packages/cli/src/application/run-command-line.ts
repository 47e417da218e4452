// This file and what it imports are a small bundle of their own, because shell prompts run `status --short` before every
// line.
import { type CommandProcess, type Context, folderOf, print } from "#src/context/context.ts";
import { readTimerLine, shownTimer } from "#src/store/timer-line.ts";

/** Runs the command that the arguments in `process.argv` name. Returns the exit code. */
export async function runCommandLine(
  process: CommandProcess,
  now: () => number,
  { slowMs = 2000 }: { slowMs?: number } = {},
): Promise<number> {
  const { given, rest } = takeProfile(process.argv.slice(2));
  const context: Context = { process, givenProfile: given, now, slowMs, end: { code: 0 } };
  const [first, second] = rest;
  if (first === "status" && second === "--short" && rest.length === 2 && printTimerLine(context)) return 0;
  const { runWords } = await import("./run-words.ts");
  await runWords(context, rest);
  return context.end.code;
}

/** Extracts `--profile NAME` from anywhere before `--` in the arguments. */
function takeProfile(all: readonly string[]): { given: string | undefined; rest: string[] } {
  const end = all.indexOf("--");
  const at = all.findIndex((word, index) => /^--profile(?:=|$)/.test(word) && (end === -1 || index < end));
  if (at === -1) return { given: undefined, rest: [...all] };
  const [, joined] = /^--profile=(.*)$/s.exec(all[at] ?? "") ?? [];
  return { given: joined ?? all[at + 1] ?? "", rest: all.toSpliced(at, joined === undefined ? 2 : 1) };
}

/** Prints the line for prompts that the last command left. Returns false if there is none, or no such profile. */
function printTimerLine(context: Context): boolean {
  try {
    const line = readTimerLine(folderOf(context));
    if (line !== undefined) print(context, shownTimer(line, context.now()));
    return line !== undefined;
  } catch {
    return false;
  }
}
