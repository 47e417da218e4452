import { parseArgs } from "node:util";
import { findNear } from "#platform/find-near.ts";
import { CommandError } from "./command-error.ts";
import { usage } from "./usage.ts";

/**
 * Thrown if the command or its arguments are invalid. The process exits with status 2 after a message that includes the
 * usage.
 */
export class UsageError extends CommandError {}

type Options = Record<string, { type: "string" | "boolean"; multiple?: boolean }>;

type ValueOf<Option> = Option extends { multiple: true }
  ? string[]
  : Option extends { type: "string" }
    ? string
    : boolean;

/** Parses a command's options and paths; throws a `UsageError` if they are invalid. */
export function readArguments<const Known extends Options>(args: string[], known: Known, least = 0, most = least) {
  const options: Options = { ...known, json: { type: "boolean" } };
  const parsed = parse(args, options);
  const { length } = parsed.positionals;
  if (length < least) throw new UsageError("A path is missing.");
  if (length > most) throw new UsageError(`There is an extra argument: ${parsed.positionals[most]}.`);
  return parsed as {
    values: { [Name in keyof Known]?: ValueOf<Known[Name]> } & { json?: boolean };
    positionals: string[];
  };
}

function parse(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === undefined || !code.startsWith("ERR_PARSE_ARGS")) throw error;
    const unknown = /^Unknown option '(-{1,2}([^']*))'/.exec(message);
    if (unknown === null) throw new UsageError(message);
    const near = findNear(unknown[2] ?? "", Object.keys(options));
    throw new UsageError(`There is no option ${unknown[1]}${near === undefined ? "" : `; did you mean --${near}?`}`);
  }
}

export function required(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  if (typeof value !== "string" || value === "") throw new UsageError(`--${name} is missing.`);
  return value;
}

/** Returns the usage of a command, or of all commands that begin with the word `name`; empty if there are none. */
export function usageOf(name: string): string {
  const blocks = usage.split(/\n(?= {2}\S|\n)/).map((block) => block.replace(/^\n/, ""));
  const about = blocks.filter((block) => block === `  ${name}` || block.startsWith(`  ${name} `));
  return about.length === 0 ? "" : `${about.map((block) => block.trimEnd()).join("\n")}\n`;
}

/** Returns the usage of the command, of all commands with its first word, or, if there are none, of everything. */
export function helpFor(words: readonly string[]): string {
  const [first = "", second = ""] = words.filter((word) => !word.startsWith("-"));
  return usageOf(`${first} ${second}`) || usageOf(first) || usage;
}

/** Splits the words into the name of a command and its arguments. Throws a `UsageError` if there is no such command. */
export function findCommand(argv: readonly string[], names: readonly string[]): { name: string; args: string[] } {
  const [first = "", second = ""] = argv;
  const name = [`${first} ${second}`, first].find((words) => names.includes(words));
  if (name !== undefined) return { name, args: argv.slice(name.split(" ").length) };
  const typed = second === "" || second.startsWith("-") ? first : `${first} ${second}`;
  const near = findNear(typed, names) ?? findNear(first, names);
  const said = `There is no command ${JSON.stringify(typed)}${near === undefined ? "." : `; did you mean ${near}?`}`;
  throw new UsageError(`${said}\n${usageOf(first) || usage}`);
}
