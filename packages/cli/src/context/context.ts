import type { CommandContext } from "@stricli/core";
import { dataFolder } from "#src/profile/folders.ts";
import { chosenName, getProfile, type Profile, profileData } from "#src/profile/profile.ts";

/** The part of the process that a command uses. */
export interface Context extends CommandContext {
  readonly process: NodeJS.Process;
  /** The value of `--profile`. */
  readonly givenProfile: string | undefined;
  readonly now: () => number;
  /** The exit code of a failed command; Stricli sets that of the process itself. */
  readonly end: { code: 0 | 2 | 3 | 4 };
}

export const profileNameOf = ({ process, givenProfile }: Context): string => chosenName(process.env, givenProfile);

export const profileOf = (context: Context): Profile => getProfile(context.process.env, profileNameOf(context));

/** The folder with the profile's databases. */
export const folderOf = (context: Context): string => profileData(context.process.env, profileNameOf(context));

export const dataOf = ({ process }: Context): string => dataFolder(process.env);

export function print({ process }: Context, text: string): void {
  process.stdout.write(text.endsWith("\n") || text === "" ? text : `${text}\n`);
}

/** Prints anything that is not the result to stderr, so pipes stay clean. */
export function note({ process }: Context, text: string): void {
  process.stderr.write(`${text}\n`);
}

export const canAsk = ({ process }: Context): boolean => process.stdin.isTTY && process.stderr.isTTY;
