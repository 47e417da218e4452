// Completes an unfinished command line for a shell. Commands and options come from Stricli, names from the local
// mirror.
import { proposeCompletions } from "@stricli/core";
import { application } from "./application.ts";
import { help } from "./help.ts";
import { type Context, folderOf } from "#src/context/context.ts";
import { quoted } from "#src/output/words.ts";
import { type Mirror, readMirror } from "#src/store/mirror.ts";
import { periods } from "#src/time/period.ts";

/** Prints one candidate per line. On an error, prints nothing, because a shell has no use for the message. */
export async function complete(context: Context, [line = "", current]: readonly string[]): Promise<void> {
  try {
    for (const candidate of await candidatesFor(context, line, current)) context.process.stdout.write(`${candidate}\n`);
  } catch {
    context.end.code = 4;
  }
}

/**
 * Returns the candidates. `line` is the text before the cursor. `current` is the part of the last word that the shell
 * replaces; it can be shorter than the word, because bash starts a new word after `@` and `:`.
 */
async function candidatesFor(context: Context, line: string, current: string | undefined): Promise<string[]> {
  const { words, last } = splitLine(line);
  const sign = /(?:^|\s)([@#])("?[^@#"]*)$/.exec(last);
  if (sign !== null && words.length > 1) {
    const [, kind = "", name = ""] = sign;
    const before = last.slice(0, last.length - kind.length - name.length);
    const names = namesFor(context, kind, name.replace(/^"/, ""));
    return names.map((found) => cut(`${before}${kind}${found}`, last, current));
  }
  const found = [...(await fromStricli(context, words.slice(1), last)), ...fixedFor(words)];
  return [...new Set(found)]
    .filter((candidate) => candidate.startsWith(last))
    .map((candidate) => cut(candidate, last, current));
}

async function fromStricli(context: Context, words: readonly string[], last: string): Promise<string[]> {
  type Run = Parameters<typeof proposeCompletions<Context>>;
  const asked = proposeCompletions<Context>(application, [...words, last], context as Run[2]);
  return (await asked).map(({ completion }) => completion);
}

/** Returns a command's possible arguments if they are a fixed set. */
function fixedFor([, command = "", ...others]: readonly string[]): readonly string[] {
  const isFirst = others.every((word) => word.startsWith("-"));
  if (command === "help") return [...help.matchAll(/^ {10}([a-z]+) /gm)].map(([, name = ""]) => name);
  if (command === "list" || command === "report") return periods.map((name) => `:${name}`);
  if (command === "edit" && isFirst) return ["last", "timer"];
  if (command === "delete") return ["last"];
  if (command === "completion" && isFirst) return ["bash", "zsh", "fish"];
  return [];
}

/**
 * Returns the names that begin with the text: of projects, of tasks after a slash, or of recent tags. If a name needs
 * quotes, returns only its first word.
 */
function namesFor(context: Context, kind: string, typed: string): string[] {
  using mirror = readMirror(folderOf(context));
  if (mirror === undefined) return [];
  const all = kind === "@" ? placesOf(mirror, typed) : tagsOf(mirror, context.now());
  const fits = all.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  return [...new Set(fits.map((name) => (quoted(name) === name ? name : firstWord(name, all))))].filter(
    (name) => name !== undefined,
  );
}

function placesOf(mirror: Mirror, typed: string): string[] {
  const { projects, tasks } = mirror.names();
  const active = projects.filter(({ status }) => status === "active").toSorted((a, b) => a.name.localeCompare(b.name));
  if (!typed.includes("/")) return active.map(({ name }) => name);
  const named = typed.slice(0, typed.indexOf("/")).toLowerCase();
  const project = active.find(({ name }) => name.toLowerCase() === named);
  const open = tasks.filter(({ projectId, status }) => projectId === project?.id && status === "open");
  return open.map(({ name }) => `${project?.name ?? ""}/${name}`);
}

const recentEntries = 500;

function tagsOf(mirror: Mirror, nowMs: number): string[] {
  const tags = mirror.latest(nowMs, recentEntries).flatMap((entry) => entry.tags);
  return [...new Set(tags)];
}

/**
 * Returns the first word of a name if no other name begins with it. The first word is enough, because the grammar finds
 * names by their beginning; the whole name would need nested quotes.
 */
function firstWord(name: string, all: readonly string[]): string | undefined {
  const [word = ""] = name.split(/[\s@#",;]/);
  const isUnique = all.filter((other) => other.toLowerCase().startsWith(word.toLowerCase())).length === 1;
  return word !== "" && isUnique ? word : undefined;
}

/**
 * Removes the part of the candidate that the shell does not replace. bash also replaces an `@` that precedes `current`.
 */
function cut(candidate: string, last: string, current: string | undefined): string {
  if (current === undefined) return candidate;
  const start = last.length - current.replace(/^["']/, "").length;
  const kept = last[start - 1] === "@" ? start - 1 : start;
  return kept > 0 ? candidate.slice(kept) : candidate;
}

/** Splits the line into its complete words and the unfinished last word. Removes shell quotes. */
function splitLine(line: string): { words: string[]; last: string } {
  const words: string[] = [];
  let word = "";
  let quote = "";
  let isIn = false;
  for (const letter of line) {
    if (quote !== "" ? letter === quote : letter === '"' || letter === "'") {
      quote = quote === "" ? letter : "";
      isIn = true;
    } else if (quote === "" && /\s/.test(letter)) {
      if (isIn) words.push(word);
      [word, isIn] = ["", false];
    } else {
      word += letter;
      isIn = true;
    }
  }
  return { words, last: word };
}
