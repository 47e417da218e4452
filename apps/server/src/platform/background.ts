import { runForNobody } from "./requester.ts";

/** Work that goes on after its request was answered. */
export interface Background {
  run(work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Failures go to `onError`, because no caller awaits this work. */
export function createBackground(onError: (error: unknown) => void): Background {
  const underWay = new Set<Promise<void>>();
  return {
    run(work) {
      const running: Promise<void> = new Promise((resolve) => setImmediate(resolve))
        .then(() => runForNobody(work))
        .catch(onError)
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
