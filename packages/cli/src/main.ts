// Starts the command. `status --short` bypasses the application, because it must be fast.
import type { Context } from "./context/context.ts";

const argv = process.argv.slice(2);
const { given, rest } = takeProfile(argv);
const context: Context = { process, givenProfile: given, now: () => Date.now(), end: { code: 0 } };

process.stdout.on("error", endAtClosedPipe);
const isPrompt = rest.length === 2 && rest[0] === "status" && rest[1] === "--short";
(isPrompt ? runStatus() : runApplication()).catch(report);

/** Extracts `--profile NAME` from anywhere before `--` in the arguments. */
function takeProfile(all: readonly string[]): { given: string | undefined; rest: string[] } {
  const end = all.indexOf("--");
  const at = all.findIndex((word, index) => /^--profile(?:=|$)/.test(word) && (end === -1 || index < end));
  if (at === -1) return { given: undefined, rest: [...all] };
  const [, joined] = /^--profile=(.*)$/s.exec(all[at] ?? "") ?? [];
  return { given: joined ?? all[at + 1] ?? "", rest: all.toSpliced(at, joined === undefined ? 2 : 1) };
}

async function runStatus(): Promise<void> {
  const { status } = await import("./commands/status.ts");
  try {
    await status.call(context, { short: true });
  } catch (error) {
    await report(error);
  }
}

async function runApplication(): Promise<void> {
  if (rest[0] === "__complete") {
    const { complete } = await import("./application/complete.ts");
    await complete(context, rest.slice(1));
    return;
  }
  const words = rest[0] === "help" ? [...rest.slice(1), "--help"] : rest;
  if (words.length === 0 || (words.length === 1 && ["--help", "-h"].includes(words[0] ?? ""))) {
    const { help } = await import("./application/help.ts");
    process.stdout.write(help);
    return;
  }
  const [{ run }, { application }] = await Promise.all([
    import("@stricli/core"),
    import("./application/application.ts"),
  ]);
  await run(application, words, context as Parameters<typeof run<Context>>[2]);
  process.exitCode = context.end.code || exitCodeOf(process.exitCode);
}

/** Returns our exit code for Stricli's, which is negative for unknown commands and wrong arguments. */
function exitCodeOf(code: typeof process.exitCode): 0 | 2 | 4 {
  if (code === 0 || code === undefined) return 0;
  return [-4, -5, 251, 252].includes(Number(code)) ? 2 : 4;
}

async function report(error: unknown): Promise<void> {
  const { writeFailure } = await import("./application/write-failure.ts");
  process.exitCode = await writeFailure(context, error);
}

/** Ends the process without an error if the pipe is closed, as in `stint list | head`. */
function endAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}
