// Each page stores its queue under a unique name, so pages never overwrite each other's queues. The page locks that
// name while it is open. A queue whose name isn't locked was left behind, and the next page adopts it.
import type { ServerState } from "#state/tracking/server-state.ts";
import type { Storage } from "#state/tracking/storage.ts";
import type { KeptQueue, WriteQueue } from "./write-queue.ts";

export type Saver = ReturnType<typeof createSaver>;

interface Deps {
  storage: Storage;
  /** Names this page's queue. Later pages have higher ids. */
  id: string;
  queue: WriteQueue;
  server: ServerState;
  /** Called with whether the page can be closed without losing changes. */
  onKept: (isKept: boolean) => void;
}

const prefix = "queue-";

/** Stores the queue and the server state on the device, one at a time. */
export function createSaver({ storage, id, queue, server, onKept }: Deps) {
  const { unsent, lock } = storage;
  const own = prefix + id;
  const held = lock(own);
  let saving: Promise<unknown> = held;
  let isClosed = false;

  async function save(write: () => Promise<void>): Promise<void> {
    // Once closed, this page must not overwrite the stored queue, because the next page adopts it.
    if (!isClosed) saving = saving.then(write);
    await saving;
  }

  async function writeQueue(kept: KeptQueue): Promise<void> {
    const isEmpty = kept.queue.length === 0;
    const isKept = await unsent.write(own, isEmpty ? undefined : kept).then(
      () => true,
      () => isEmpty,
    );
    onKept(isKept);
  }

  return {
    saveQueue(): Promise<void> {
      const kept = queue.toKept();
      return save(() => writeQueue(kept));
    },

    saveServerState: (): Promise<void> => save(server.keep),

    /** Takes over the unsent writes of closed pages. */
    async adopt(onAdopted: () => void): Promise<void> {
      saving = saving.then(() => adoptAll(storage, own, queue, onAdopted));
      await saving;
    },

    /** Stops saving, and releases the lock, so that the next page adopts the stored queue. */
    async close(): Promise<void> {
      isClosed = true;
      await saving;
      (await held)?.();
    },
  };
}

async function adoptAll(
  { unsent, lock }: Storage,
  own: string,
  queue: WriteQueue,
  onAdopted: () => void,
): Promise<void> {
  const all = await unsent.names().catch(() => []);
  const names = all.filter((name) => name.startsWith(prefix) && name !== own);
  // Newest first, because each adopted queue goes in front of the previous one.
  for (const name of names.toSorted().toReversed()) {
    const release = await lock(name);
    if (release === undefined) continue;
    const left = await unsent.read<KeptQueue>(name);
    if (left !== undefined) {
      if (left.queue.length > 0) {
        queue.adopt(left);
        onAdopted();
      }
      // One transaction stores the result and removes the adopted queue.
      await unsent.write(own, queue.toKept(), name).catch(() => undefined);
    }
    release();
  }
}
