import { spawn } from "node:child_process";
import { type Context, profileNameOf } from "#src/context.ts";

/**
 * Starts a process that sends the queue and updates the mirror, and doesn't wait for it. `STINT_SYNC=off` leaves both
 * to `stint sync`.
 */
export function syncInBackground(context: Context): void {
  const { env, execPath, argv } = context.process;
  const [, script] = argv;
  if (env["STINT_SYNC"] === "off" || script === undefined) return;
  const args = [script, "--profile", profileNameOf(context), "sync", "--quiet"];
  const child = spawn(execPath, args, { detached: true, stdio: "ignore", cwd: "/", env });
  // Without a sender the write stays in the queue, and the next command starts one.
  child.on("error", () => undefined);
  child.unref();
}
