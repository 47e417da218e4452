import { getBuiltinModule } from "node:process";
import type { Context } from "./context.ts";

/** Starts a process that outlives this one. Its output is discarded. */
export function startDetached(
  { process: { env } }: Context,
  program: string,
  args: readonly string[],
  onError: () => void = () => undefined,
): void {
  // Load the module only here, because loading takes milliseconds and few commands need it.
  const { spawn } = getBuiltinModule("node:child_process");
  const child = spawn(program, args, { detached: true, stdio: "ignore", cwd: "/", env });
  child.on("error", onError);
  child.unref();
}
