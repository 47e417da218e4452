import { getBuiltinModule } from "node:process";
import type { Context } from "./context.ts";

/** Returns the project that `git config stint.project` names for the repository in the current folder. */
export function repositoryProject({ process: { env } }: Pick<Context, "process">): string | undefined {
  // Load the module only here, because loading takes milliseconds and few commands need it.
  const { execFileSync } = getBuiltinModule("node:child_process");
  try {
    const args = ["config", "--get", "stint.project"];
    return (
      execFileSync("git", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || undefined
    );
  } catch {
    // The setting is absent, or there is no git.
    return undefined;
  }
}
