import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { canAsk, type Context, note } from "#src/context/context.ts";
import { Failure, type Unclear, wrongInput } from "#src/failure/failure.ts";

/** Asks the user to confirm, on a terminal. Without a terminal, only `--yes` confirms. */
export async function confirm(context: Context, question: string, isYes: boolean): Promise<void> {
  if (isYes) return;
  if (!canAsk(context)) throw wrongInput(`${question}\nThere is no terminal to ask.`, "Add --yes.");
  const answer = await ask(context, `${question} [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Failure(2, "Nothing was changed.");
}

/** Asks which of several things the user means, and returns its id. */
export async function choose(context: Context, { message, options }: Unclear): Promise<string> {
  note(context, [message, ...options.map(({ name }, at) => `  ${at + 1}  ${name}`)].join("\n"));
  const answer = await ask(context, `[1-${options.length}] `);
  const option = options[Number(answer) - 1];
  if (option === undefined) throw new Failure(2, "Nothing was changed.");
  return option.id;
}

export async function ask({ process }: Context, question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
}

/** Reads a line from the terminal without echoing it. */
export async function askSecret({ process }: Context, question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return await prompt.question("");
  } finally {
    prompt.close();
    process.stderr.write("\n");
  }
}
