import { type Context, folderOf, profileOf } from "#src/context.ts";
import { isCorrupt } from "#src/failure.ts";
import { openStore, type Store } from "#src/store/store.ts";
import { syncInBackground } from "#src/sync/background.ts";

/** An older mirror is updated in the background by the commands that read it. */
const staleMs = 60_000;

/**
 * Opens the profile's data. `isFresh` asks the server first; otherwise the mirror answers, and is updated for the next
 * command if it is old. A broken mirror is read again from the server.
 */
export async function openFresh(context: Context, isFresh: boolean): Promise<Store> {
  const folder = folderOf(context);
  if (!isFresh) {
    try {
      const store = openStore(folder, context.now());
      const { syncedAtMs } = store.settings;
      if (Math.abs(context.now() - syncedAtMs) > staleMs) syncInBackground(context);
      return store;
    } catch (error) {
      if (!isCorrupt(error)) throw error;
    }
  }
  const { sync } = await import("#src/sync/sync.ts");
  await sync(profileOf(context), folder, { waitMs: 60_000 });
  return openStore(folder, context.now());
}
