import type { CommandProcess, Context } from "#src/context/context.ts";

/** Runs a command, and explains its failure to the user. Loads modules only when a command needs them. */
export async function runWords(context: Context, words: readonly string[]): Promise<void> {
  try {
    await run(context, words);
  } catch (error) {
    const { writeFailure } = await import("./write-failure.ts");
    context.end.code = await writeFailure(context, error);
  }
}

async function run(context: Context, [first, ...others]: readonly string[]): Promise<void> {
  if (first === "status" && others.length === 1 && others[0] === "--short") {
    const { status } = await import("#src/commands/view/status.ts");
    return status.call(context, { short: true });
  }
  if (first === "__complete") {
    const { complete } = await import("./complete.ts");
    await complete(context, others);
    return;
  }
  const words = first === undefined ? [] : first === "help" ? [...others, "--help"] : [first, ...others];
  if (words.length === 0 || (words.length === 1 && ["--help", "-h"].includes(words[0] ?? ""))) {
    const { help } = await import("./help.ts");
    context.process.stdout.write(help);
    return;
  }
  const [stricli, { applicationFor }] = await Promise.all([import("@stricli/core"), import("./application-for.ts")]);
  await stricli.run(applicationFor(words[0] ?? ""), words, context as Parameters<typeof stricli.run<Context>>[2]);
  context.end.code ||= exitCodeOf(context.process.exitCode);
}

/** Returns our exit code for Stricli's, which is negative for unknown commands and wrong arguments. */
function exitCodeOf(code: CommandProcess["exitCode"]): 0 | 2 | 4 {
  if (code === 0 || code === undefined) return 0;
  return [-4, -5, 251, 252].includes(Number(code)) ? 2 : 4;
}
