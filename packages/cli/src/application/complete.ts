// Completes an unfinished command line for a shell. Commands and options come from Stricli, names from the local
// mirror.
import { findByName } from "@stint/grammar/find-by-name.ts";
import { proposeCompletions } from "@stricli/core";
import { applicationFor } from "./application.ts";
import { help } from "./help.ts";
import { type Context, folderOf } from "#src/context/context.ts";
import { type Mirror, readMirror } from "#src/store/mirror.ts";
import { periods } from "@stint/grammar/read-period.ts";

/** Prints one candidate per line. On an error, prints nothing, because a shell has no use for the message. */
export async function complete(context: Context, [line = "", current]: readonly string[]): Promise<void> {
  try {
    for (const candidate of await candidatesFor(context, line, current)) context.process.stdout.write(`${candidate}\n`);
  } catch {
    context.end.code = 4;
  }
}

/**
 * Returns the candidates. `line` is the text before the cursor. Only bash passes `current`, the part of the last word
 * that it replaces; it can be shorter than the word, because bash starts a new word after `@` and `:`. Names for bash are
 * quoted; the other shells quote what they insert.
 */
async function candidatesFor(context: Context, line: string, current: string | undefined): Promise<string[]> {
  // A name can't be quoted safely in a command in backticks, which removes backslashes, or in `$'…'`.
  if (/`|\$'/.test(line)) return [];
  const { words, last, quotedAt } = splitLine(line);
  const sign = /(?:^|\s)([@#])("?[^@#"]*)$/.exec(last);
  if (sign !== null && words.length > 1) {
    const [, kind = "", name = ""] = sign;
    const before = last.slice(0, last.length - kind.length - name.length);
    const typed = name.replace(/^"/, "");
    const names = namesFor(context, kind, typed);
    if (current === undefined) return names.map((found) => `${before}${kind}${found}`);
    return names.map((found) => forBash(found, { line, typed, quotedAt, current }));
  }
  const found = [...(await fromStricli(context, words.slice(1), last)), ...fixedFor(words)];
  return [...new Set(found)]
    .filter((candidate) => candidate.startsWith(last))
    .map((candidate) => cut(candidate, last, current));
}

async function fromStricli(context: Context, words: readonly string[], last: string): Promise<string[]> {
  type Run = Parameters<typeof proposeCompletions<Context>>;
  const asked = proposeCompletions<Context>(applicationFor(words[0]), [...words, last], context as Run[2]);
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
 * Returns the names that begin with the text: of projects, of tasks after a slash, or of recent tags. In names of
 * projects and tasks, hyphens stand for blanks. If a name still needs quotes in the grammar, or can't be quoted for every
 * shell, returns only its first word.
 */
function namesFor(context: Context, kind: string, typed: string): string[] {
  using mirror = readMirror(folderOf(context));
  if (mirror === undefined) return [];
  const all = kind === "@" ? placesOf(mirror, typed).map(hyphenated) : tagsOf(mirror, context.now());
  const wanted = kind === "@" ? hyphenated(typed) : typed;
  const fits = all.filter((name) => name.toLowerCase().startsWith(wanted.toLowerCase()));
  return [...new Set(fits.map((name) => (wordEnd.test(name) ? firstWord(name, all) : name)))].filter(
    (name) => name !== undefined,
  );
}

function placesOf(mirror: Mirror, typed: string): string[] {
  const { projects, tasks } = mirror.names();
  const active = projects.filter(({ status }) => status === "active").toSorted((a, b) => a.name.localeCompare(b.name));
  if (!typed.includes("/")) return active.map(({ name }) => name);
  const named = typed.slice(0, typed.indexOf("/"));
  const [project] = findByName(active, named);
  const open = tasks.filter(({ projectId, status }) => projectId === project?.id && status === "open");
  return open.map(({ name }) => `${named}/${name}`);
}

const hyphenated = (name: string) => name.replaceAll(" ", "-");

const recentEntries = 500;

function tagsOf(mirror: Mirror, nowMs: number): string[] {
  const tags = mirror.latest(nowMs, recentEntries).flatMap((entry) => entry.tags);
  return [...new Set(tags)];
}

/**
 * A name can be completed only up to the first of these characters. Blanks, `@`, `#`, `"`, `,` and `;` need quotes in
 * the grammar. The others can't be quoted for every shell: in double quotes, bash keeps the backslash that it needs
 * before `!`; in a command in backticks, which bash doesn't show to completions, a backslash and a backtick would need
 * more escapes; shells don't insert control codes well.
 */
const wordEnd = /[\s@#",;!\\`\p{Cc}]/u;

/**
 * Returns the first word of a name if no other name begins with it. The first word is enough, because the grammar finds
 * names by their beginning; the whole name would need nested quotes.
 */
function firstWord(name: string, all: readonly string[]): string | undefined {
  const [word = ""] = name.split(wordEnd);
  const isUnique = all.filter((other) => other.toLowerCase().startsWith(word.toLowerCase())).length === 1;
  return word !== "" && isUnique ? word : undefined;
}

interface Typed {
  line: string;
  /** The part of the name that was typed. */
  typed: string;
  quotedAt: number | undefined;
  current: string;
}

/**
 * Returns the text that replaces the end of the line: the text before the name as it was typed, and the quoted name.
 * bash replaces everything in open quotes.
 */
function forBash(name: string, { line, typed, quotedAt, current }: Typed): string {
  const at = quotedAt ?? line.length - current.length;
  const from = quotedAt === undefined && line[at - 1] === "@" ? at - 1 : at;
  const nameAt = Math.max(line.lastIndexOf("@"), line.lastIndexOf("#")) + 1;
  const quote = quotedAt === undefined ? "" : (line[quotedAt - 1] ?? "");
  if (nameAt > from) return line.slice(from, nameAt) + bashWord(name, quote);
  return bashWord(name.slice(typed.length - splitLine(line.slice(from)).last.length), quote);
}

/**
 * Quotes a name for bash in these open quotes. `"\$"` leaves double quotes, because a command in backticks would remove
 * the backslash and then expand what follows. At the end, bash closes the quotes unless the text already ends with a
 * quote.
 */
function bashWord(name: string, quote: string): string {
  if (quote === "") return name.replaceAll(/[^\w%+:./\u0080-\u{10FFFF}-]/gu, String.raw`\$&`);
  const escaped = name.replaceAll(quote === "'" ? "'" : "$", (letter) => `${quote}\\${letter}${quote}`);
  return escaped.endsWith(quote) ? escaped + quote : escaped;
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

/**
 * Splits the line into its complete words and the unfinished last word. Removes shell quotes and backslashes.
 * `quotedAt` is where the text in unclosed quotes begins.
 */
function splitLine(line: string): { words: string[]; last: string; quotedAt: number | undefined } {
  const words: string[] = [];
  let word = "";
  let quote = "";
  let quotedAt = 0;
  let isIn = false;
  let isEscaped = false;
  for (const [at, letter] of line.split("").entries()) {
    if (!isEscaped && (quote === "" ? letter === '"' || letter === "'" : letter === quote)) {
      [quote, quotedAt] = [quote === "" ? letter : "", at + 1];
      isIn = true;
    } else if (!isEscaped && letter === "\\" && quote !== "'") {
      isEscaped = true;
      continue;
    } else if (!isEscaped && quote === "" && /\s/.test(letter)) {
      if (isIn) words.push(word);
      [word, isIn] = ["", false];
    } else {
      word += isEscaped && quote === '"' && !/["$`\\]/.test(letter) ? `\\${letter}` : letter;
      isIn = true;
    }
    isEscaped = false;
  }
  return { words, last: word, quotedAt: quote === "" ? undefined : quotedAt };
}
