import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Context } from "#src/context/context.ts";

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
