// Each page stores its queue under a unique name, so pages never overwrite each other's queues. The page locks that
// name while it is open. A queue whose name isn't locked was left behind, and the next page adopts it.
import type { Storage } from "./storage.ts";
import type { Queued } from "./write.ts";

export interface KeptQueue {
  queue: Queued[];
  /** Local id, server id and known version. Earlier versions of the dashboard stored no versions. */
  ids: (readonly [string, string, number?])[];
}

const prefix = "queue-";

/** This page's stored queue, named by `id`. Later pages have higher ids. */
export function openKeptQueue({ unsent, lock }: Storage, id: string) {
  const own = prefix + id;
  const held = lock(own);

  return {
    /** Stores the queue. Returns whether the page can be closed without losing changes. */
    async write(kept: KeptQueue): Promise<boolean> {
      await held;
      const isEmpty = kept.queue.length === 0;
      return unsent.write(own, isEmpty ? undefined : kept).then(
        () => true,
        () => isEmpty,
      );
    },

    /**
     * Adopts the queues of closed pages, one at a time. `join` puts a queue in front of this page's queue. One
     * transaction stores the result and removes the adopted queue.
     */
    async adopt(join: (left: KeptQueue) => KeptQueue): Promise<void> {
      await held;
      const all = await unsent.names().catch(() => []);
      const names = all.filter((name) => name.startsWith(prefix) && name !== own);
      // Newest first, because each adopted queue goes in front of the previous one.
      for (const name of names.toSorted().toReversed()) {
        const release = await lock(name);
        if (release === undefined) continue;
        const left = await unsent.read<KeptQueue>(name);
        if (left !== undefined) await unsent.write(own, join(left), name).catch(() => undefined);
        release();
      }
    },

    /** Releases the lock, so that the next page can adopt the queue. */
    async close(): Promise<void> {
      (await held)?.();
    },
  };
}
