import { isSea } from "node:sea";
import { type Context, profileNameOf } from "#src/context/context.ts";
import { startDetached } from "#src/context/start-detached.ts";

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
  // If it can't be started, the writes stay queued, and the next command tries again.
  startDetached(context, execPath, args);
}
