// Completes an unfinished command line for a shell. Commands and options come from Stricli, values from `values.ts`.
import { proposeCompletions } from "@stricli/core";
import type { Context } from "#src/context/context.ts";
import { listProfiles } from "#src/profile/profile.ts";
import { applicationFor } from "./application.ts";
import { takeProfile } from "./run-command-line.ts";
import { namesFor } from "./values.ts";

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
  const { words, last, quote, quotedAt } = splitLine(line);
  const sign = /(?:^|\s)([@#])("?[^@#"]*)$/.exec(last);
  if (sign !== null && words.length > 1) {
    const [, kind = "", name = ""] = sign;
    const before = last.slice(0, last.length - kind.length - name.length);
    const typed = name.replace(/^"/, "");
    const inProfile = { ...context, givenProfile: takeProfile(words).given };
    const names = namesFor(inProfile, kind, typed);
    // fish offers only what begins with the typed text, in which blanks in quotes are not the hyphens of the names.
    const spelled = (found: string) => (/\s/.test(typed) ? typed + found.slice(typed.length) : found);
    if (current === undefined) return names.map((found) => `${before}${kind}${spelled(found)}`);
    const at = quote === "" ? line.length - current.length : quotedAt;
    const from = quote === "" && line[at - 1] === "@" ? at - 1 : at;
    return names.map((found) => forBash(found, line, { from, typed, quote }));
  }
  const [, option = "", value = last] = /^(--[a-z-]+=)(.*)$/s.exec(last) ?? [];
  const before = [...words.slice(1), ...(option === "" ? [] : [option.slice(0, -1)])];
  const fitting = async (typed: string) =>
    (await valuesAfter(context, before, typed)).filter((candidate) => candidate.startsWith(typed));
  let found = await fitting(value);
  // Of several values with commas between them, the last is completed.
  const at = value.lastIndexOf(",") + 1;
  if (found.length === 0 && at > 0)
    found = (await fitting(value.slice(at))).map((candidate) => value.slice(0, at) + candidate);
  return [...new Set(found)]
    .map((candidate) => option + candidate)
    .map((candidate) => (current === undefined ? candidate : bashWord(cut(candidate, last, current), quote)));
}

/** Returns the commands, options and values that can follow these words. */
async function valuesAfter(context: Context, words: readonly string[], last: string): Promise<readonly string[]> {
  if (words.at(-1) === "--profile") return listProfiles(context.process.env);
  const { given, rest } = takeProfile(words);
  const inProfile = { ...context, givenProfile: given };
  type Run = Parameters<typeof proposeCompletions<Context>>;
  const line = [...(rest[0] === "help" ? rest.slice(1) : rest), last];
  const asked = proposeCompletions<Context>(applicationFor(line[0]), line, inProfile as Run[2]);
  return (await asked).map(({ completion }) => completion);
}

/**
 * Returns the text that replaces the line in bash from there on: the text before the name as it was typed, and the quoted
 * name. bash replaces everything in open quotes.
 */
function forBash(name: string, line: string, { from, typed, quote }: { from: number; typed: string; quote: string }) {
  const nameAt = Math.max(line.lastIndexOf("@"), line.lastIndexOf("#")) + 1;
  if (nameAt > from) return line.slice(from, nameAt) + bashWord(name, quote);
  return bashWord(name.slice(typed.length - splitLine(line.slice(from)).last.length), quote);
}

/**
 * Quotes a name for bash in these open quotes. `"\$"` leaves double quotes, because a command in backticks would remove
 * the backslash and then expand what follows. At the end, bash closes the quotes unless the text already ends with a
 * quote.
 */
function bashWord(name: string, quote: string): string {
  if (quote === "") return name.replaceAll(/[^\w%+:./=,\u0080-\u{10FFFF}-]/gu, String.raw`\$&`);
  const escaped = name.replaceAll(quote === "'" ? "'" : "$", (letter) => `${quote}\\${letter}${quote}`);
  return escaped.endsWith(quote) ? escaped + quote : escaped;
}

/**
 * Removes the part of the candidate that the shell does not replace. bash also replaces an `@` that precedes `current`.
 */
function cut(candidate: string, last: string, current: string): string {
  // After a colon or an equals sign, bash passes that sign, but replaces only what follows.
  const start = last.length - current.replace(/^(?:["']|[:=]$)/, "").length;
  const kept = last[start - 1] === "@" ? start - 1 : start;
  return kept > 0 ? candidate.slice(kept) : candidate;
}

/**
 * Splits the line into its complete words and the unfinished last word. Removes shell quotes and backslashes.
 * `quotedAt` is where the text in the unclosed quotes begins, if `quote` is not empty.
 */
function splitLine(line: string): { words: string[]; last: string; quote: string; quotedAt: number } {
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
  return { words, last: word, quote, quotedAt };
}
