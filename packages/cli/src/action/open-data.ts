import type { Context } from "#src/context/context.ts";
import { isCorrupt } from "#src/failure/failure.ts";
import { openStore, type Store } from "#src/store/store.ts";
import { syncInBackground } from "#src/sync/background.ts";

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
