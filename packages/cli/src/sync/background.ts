import { getBuiltinModule } from "node:process";
import { isSea } from "node:sea";
import { type Context, profileNameOf } from "#src/context/context.ts";

/**
 * Starts a separate process that sends the queue and updates the mirror. With `STINT_SYNC=off`, does nothing; the user
 * then runs `stint sync`.
 */
export function syncInBackground(context: Context): void {
  const { env, execPath, argv } = context.process;
  if (env["STINT_SYNC"] === "off") return;
  // The single executable contains the script, so it needs no script path.
  const script = isSea() ? [] : argv.slice(1, 2);
  const args = [...script, "--profile", profileNameOf(context), "sync", "--quiet"];
  // Load the module only here, because loading takes milliseconds and few commands need it.
  const { spawn } = getBuiltinModule("node:child_process");
  const child = spawn(execPath, args, { detached: true, stdio: "ignore", cwd: "/", env });
  // Ignore a failed start: the writes stay queued, and the next command tries again.
  child.on("error", () => undefined);
  child.unref();
}
