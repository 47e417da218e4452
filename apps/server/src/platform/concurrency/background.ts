import { createLanes } from "./lanes.ts";
import { runForNobody } from "#platform/requester.ts";

/** Runs work that continues after its request was answered. */
export type Background = ReturnType<typeof createBackground>;

/** `onError` receives the failures of the work, because no caller awaits it. */
export function createBackground(onError: (error: unknown) => void) {
  const lanes = createLanes({ ofEach: 2, inAll: Infinity, maxWaiting: Infinity });
  const underWay = new Set<Promise<void>>();
  return {
    /** Queues the work; only a few runs of the same kind are in progress at once. */
    run(kind: string, work: () => Promise<void>) {
      const running: Promise<void> = new Promise((resolve) => setImmediate(resolve))
        .then(() => runForNobody(() => lanes.run(kind, work)))
        .catch(onError)
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    /** Resolves when nothing is in progress. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
