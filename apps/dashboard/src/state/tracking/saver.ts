import type { openKeptQueue } from "./kept-queue.ts";
import type { ServerState } from "./server-state.ts";
import type { WriteQueue } from "./write-queue.ts";

export type Saver = ReturnType<typeof createSaver>;

/**
 * Stores the queue and the server state on the device, one at a time. Calls `onKept` with whether the queue was stored.
 */
export function createSaver(
  keptQueue: ReturnType<typeof openKeptQueue>,
  queue: WriteQueue,
  server: ServerState,
  onKept: (isKept: boolean) => void,
) {
  let saving: Promise<void> = Promise.resolve();
  let isClosed = false;

  function save(write: () => Promise<void>): Promise<void> {
    // Once closed, this page must not overwrite the stored queue, because the next page adopts it.
    if (!isClosed) saving = saving.then(write);
    return saving;
  }

  return {
    saveQueue(): Promise<void> {
      const kept = queue.toKept();
      return save(async () => onKept(await keptQueue.write(kept)));
    },

    saveServerState: (): Promise<void> => save(server.keep),

    /** Takes over the unsent writes of closed pages. */
    adopt(onAdopted: () => void): Promise<void> {
      saving = saving.then(() =>
        keptQueue.adopt((left) => {
          if (left.queue.length > 0) {
            queue.adopt(left);
            onAdopted();
          }
          return queue.toKept();
        }),
      );
      return saving;
    },

    /** Stops saving. The next page adopts the stored queue. */
    async close(): Promise<void> {
      isClosed = true;
      await saving;
      await keptQueue.close();
    },
  };
}
