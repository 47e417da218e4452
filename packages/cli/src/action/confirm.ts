import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { canAsk, type Context, note } from "#src/context/context.ts";
import { Failure, type Unclear, wrongInput } from "#src/failure/failure.ts";
import { type DoubtfulIf, doubtOf } from "@stint/grammar/doubtful-time.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { duration } from "#src/output/words.ts";
import { entryLine } from "#src/shown/entry-line.ts";
import type { Store } from "#src/store/store.ts";

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

/** Asks about the first entry whose time is probably mistyped. */
export async function confirmTimes(
  context: Context,
  store: Store,
  entries: readonly EntryFields[],
  { yes, dryRun }: { yes: boolean; dryRun: boolean },
  known: DoubtfulIf = {},
): Promise<void> {
  const doubtful = entries.find((entry) => doubtOf(entry, store.zone, known) !== undefined);
  if (dryRun || doubtful === undefined) return;
  const isOvernight = doubtOf(doubtful, store.zone, known) === "overnight";
  const what = isOvernight ? "That ends on the next day" : `That is ${duration(doubtful.durationSeconds)}`;
  await confirm(context, `${what}: ${entryLine(store, doubtful)}\nIs this right?`, yes);
}
