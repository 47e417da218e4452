import { getBuiltinModule } from "node:process";
import type { Context } from "./context.ts";

type Caller = Pick<Context, "process">;

/** Returns what git prints; undefined if it fails, or if there is no git. */
export function git({ process: { env } }: Caller, args: readonly string[]): string | undefined {
  // Load the module only here, because loading takes milliseconds and few commands need it.
  const { execFileSync } = getBuiltinModule("node:child_process");
  try {
    return execFileSync("git", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** Returns the project that `git config stint.project` names for the repository in the current folder. */
export const repositoryProject = (caller: Caller): string | undefined =>
  git(caller, ["config", "--get", "stint.project"]) || undefined;
