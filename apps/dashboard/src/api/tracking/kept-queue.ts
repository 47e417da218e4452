// Each page keeps its queue under a name of its own, so that two pages never overwrite each other's, and holds that name
// for as long as it is open. A queue whose name nobody holds was left behind: the next page that looks takes it over.
import type { Storage } from "./storage.ts";
import type { Queued } from "./write.ts";

export interface KeptQueue {
  queue: Queued[];
  /** The server's ids of what had been given one here. */
  ids: [string, string][];
}

const prefix = "queue-";

/** The queue of this page on the device. `id` is its own; later pages have later ones. */
export function openKeptQueue(storage: Storage, id: string) {
  const own = prefix + id;
  const held = storage.hold(own);

  return {
    name: own,

    async write(kept: KeptQueue): Promise<void> {
      await held;
      await storage.write(own, kept);
    },

    /**
     * Takes over what pages that are gone have left, one after the other: `join` puts it in front of the own queue and
     * returns both, which are kept in the same moment in which the other is removed.
     */
    async adopt(join: (left: KeptQueue) => KeptQueue): Promise<void> {
      await held;
      const names = (await storage.names()).filter((name) => name.startsWith(prefix) && name !== own);
      // The latest first, because the one taken over last stands in front.
      for (const name of names.toSorted().toReversed()) {
        const release = await storage.hold(name);
        if (release === undefined) continue;
        const left = await storage.read<KeptQueue>(name);
        if (left !== undefined) await storage.replace(name, own, join(left));
        release();
      }
    },

    /** Lets the next page take it over. */
    async close(): Promise<void> {
      (await held)?.();
    },
  };
}
