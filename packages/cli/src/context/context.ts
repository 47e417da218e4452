import type { Readable, Writable } from "node:stream";
import type { CommandContext } from "@stricli/core";
import { escaped, printable } from "./printable.ts";
import { chooseProfile, getProfile, type Profile, profileData } from "#src/profile/profile.ts";

/** The parts of Node's `process` that commands use. */
export interface CommandProcess extends Pick<
  NodeJS.Process,
  "argv" | "env" | "execPath" | "exitCode" | "platform" | "title"
> {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  once(signal: "SIGINT" | "SIGTERM", run: () => void): unknown;
}

export interface Context extends CommandContext {
  readonly process: CommandProcess;
  /** The value of `--profile`. */
  readonly givenProfile: string | undefined;
  readonly now: () => number;
  /** The ids of the projects and tasks that the user chose when a name could mean several. */
  readonly chosen: Set<string>;
  /** How long a command waits for a reply before it says that the server is slow. */
  readonly slowMs: number;
  /** The exit code of the command. Commands set it here, because Stricli sets `process.exitCode` itself. */
  readonly end: { code: 0 | 2 | 3 | 4 };
}

export const profileNameOf = ({ process, givenProfile }: Context): string =>
  chooseProfile(process.env, givenProfile).name;

export const profileOf = (context: Context): Profile => getProfile(context.process.env, profileNameOf(context));

export const folderOf = (context: Context): string => profileData(context.process.env, profileNameOf(context));

/**
 * Prints a command's result: unchanged to a pipe, and with control codes escaped to a terminal, because they may come
 * from other people.
 */
export function print({ process: { stdout } }: Context, text: string): void {
  const shown = stdout.isTTY === true ? escaped(text) : text;
  stdout.write(shown.endsWith("\n") || shown === "" ? shown : `${shown}\n`);
}

/**
 * Prints text that is not the command's result to stderr, so that pipes receive only the result. Removes terminal
 * control codes, which names from other people may contain.
 */
export function note({ process }: Context, text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

export const canAsk = ({ process }: Context): boolean => process.stderr.isTTY === true && process.stdin.isTTY === true;
