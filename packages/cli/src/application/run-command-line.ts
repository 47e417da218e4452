import type { CommandProcess, Context } from "#src/context/context.ts";

/**
 * Runs the command that the arguments in `process.argv` name. Returns the exit code. Loads modules only when a command
 * needs them, because shell prompts run `status --short` before every line.
 */
export async function runCommandLine(
  process: CommandProcess,
  now: () => number,
  { slowMs = 2000 }: { slowMs?: number } = {},
): Promise<number> {
  const { given, rest } = takeProfile(process.argv.slice(2));
  const context: Context = { process, givenProfile: given, now, slowMs, chosen: new Set(), end: { code: 0 } };
  try {
    await runWords(context, rest);
  } catch (error) {
    const { writeFailure } = await import("./write-failure.ts");
    context.end.code = await writeFailure(context, error);
  }
  return context.end.code;
}

/** Extracts `--profile NAME` from anywhere before `--` in the arguments. */
export function takeProfile(all: readonly string[]): { given: string | undefined; rest: string[] } {
  const end = all.indexOf("--");
  const at = all.findIndex((word, index) => /^--profile(?:=|$)/.test(word) && (end === -1 || index < end));
  if (at === -1) return { given: undefined, rest: [...all] };
  const [, joined] = /^--profile=(.*)$/s.exec(all[at] ?? "") ?? [];
  return { given: joined ?? all[at + 1] ?? "", rest: all.toSpliced(at, joined === undefined ? 2 : 1) };
}

async function runWords(context: Context, [first, ...others]: readonly string[]): Promise<void> {
  if (first === "status" && others.length === 1 && others[0] === "--short") {
    const { status } = await import("#src/commands/view/status.ts");
    await status.call(context, { short: true });
    return;
  }
  if (first === "__complete") {
    const { complete } = await import("./complete.ts");
    await complete(context, others);
    return;
  }
  const flagged: Record<string, string> = { help: "--help", version: "--version" };
  const words = first === undefined ? [] : first in flagged ? [...others, flagged[first] ?? ""] : [first, ...others];
  if (words.length === 0 || (words.length === 1 && ["--help", "-h"].includes(words[0] ?? ""))) {
    const { help } = await import("./help.ts");
    context.process.stdout.write(help);
    return;
  }
  const [{ run }, { applicationFor }] = await Promise.all([import("@stricli/core"), import("./application.ts")]);
  await run(applicationFor(words[0]), words, context as Parameters<typeof run<Context>>[2]);
  context.end.code ||= exitCodeOf(context.process.exitCode);
}

/** Returns our exit code for Stricli's, which is negative for unknown commands and wrong arguments. */
function exitCodeOf(code: CommandProcess["exitCode"]): 0 | 2 | 4 {
  if (code === 0 || code === undefined) return 0;
  return [-4, -5, 251, 252].includes(Number(code)) ? 2 : 4;
}
