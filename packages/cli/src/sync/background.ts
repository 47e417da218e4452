import { spawn } from "node:child_process";
import { isSea } from "node:sea";
import { type Context, profileNameOf } from "#src/context/context.ts";

/**
 * Starts a process that sends the queue and updates the mirror, without waiting for it. `STINT_SYNC=off` leaves both to
 * `stint sync`.
 */
export function syncInBackground(context: Context): void {
  const { env, execPath, argv } = context.process;
  if (env["STINT_SYNC"] === "off") return;
  // The single executable contains the script, so its path is not passed.
  const script = isSea() ? [] : argv.slice(1, 2);
  const args = [...script, "--profile", profileNameOf(context), "sync", "--quiet"];
  const child = spawn(execPath, args, { detached: true, stdio: "ignore", cwd: "/", env });
  // Ignores a failed start: the write stays in the queue until the next command starts a sender.
  child.on("error", () => undefined);
  child.unref();
}
