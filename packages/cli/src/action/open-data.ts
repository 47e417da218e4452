import { type Context, profileNameOf } from "#src/context/context.ts";
import { isCorrupt } from "#src/failure/failure.ts";
import { openStore, type Store } from "#src/store/store.ts";
import { isSea } from "node:sea";
import { startDetached } from "#src/context/start-detached.ts";

/** A command that reads a mirror older than this also updates it in the background. */
const staleMs = 60_000;

/** Opens the profile's data. If the mirror is damaged, rebuilds it from the server. */
export async function openData(context: Context): Promise<Store> {
  try {
    return openStore(context);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return await openSynced(context);
  }
}

/**
 * Like `openData`, for commands that only read. With `isFresh`, updates the mirror first; otherwise, if the mirror is
 * old, updates it in the background for the next command.
 */
export async function openFresh(context: Context, isFresh: boolean): Promise<Store> {
  if (isFresh) return await openSynced(context);
  const store = await openData(context);
  if (Math.abs(context.now() - store.settings.syncedAtMs) > staleMs) syncInBackground(context);
  return store;
}

async function openSynced(context: Context): Promise<Store> {
  const { sync } = await import("#src/sync/sync.ts");
  await sync(context);
  return openStore(context);
}

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
