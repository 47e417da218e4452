import { createLanes } from "./lanes.ts";
import { runForNobody } from "#platform/requester.ts";

/** Work that continues after its request was answered. */
export interface Background {
  /** Runs the work once few enough others of its kind are in progress. */
  run(kind: string, work: () => Promise<void>): void;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
}

/** Runs work in the background. Its failures go to `onError`, because no caller awaits it. */
export function createBackground(onError: (error: unknown) => void): Background {
  const lanes = createLanes({ ofEach: 2, inAll: Infinity, mostWaiting: Infinity });
  const underWay = new Set<Promise<void>>();
  return {
    run(kind, work) {
      const running: Promise<void> = new Promise((resolve) => setImmediate(resolve))
        .then(() => runForNobody(() => lanes.run(kind, work)))
        .catch(onError)
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
