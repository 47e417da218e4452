import { AsyncLocalStorage } from "node:async_hooks";
import { currentRequester, runForNobody } from "#platform/requester.ts";

const jobs = new AsyncLocalStorage<string>();

/** Runs work that serves no request, or several requests, under a separate name. */
export function runJob<T>(name: string, work: () => T): T {
  return jobs.run(name, () => runForNobody(work));
}

/** Returns the name of the current request or job. */
export function currentWork(): string {
  return currentRequester()?.route ?? jobs.getStore() ?? "other";
}

/**
 * Times the turns of the event loop and finds the work that makes them long. A turn lasts from the first event recorded
 * in it to the loop's check phase, which follows all events of the turn. Node does not reveal what an event is for, so
 * the event's time counts towards the first work recorded after it.
 */
export function createLoopTurns(
  nowMs: () => number = () => performance.now(),
  atTurnEnd: (callback: () => void) => unknown = setImmediate,
) {
  let isMeasuring = false;
  let startedMs = 0;
  let sinceMs = 0;
  let work: string | undefined;
  const spentMs = new Map<string, number>();
  let longest = new Map<string, number>();

  function begin(): void {
    isMeasuring = true;
    startedMs = sinceMs = nowMs();
    work = undefined;
    atTurnEnd(end);
  }

  function count(name: string): void {
    const now = nowMs();
    spentMs.set(name, (spentMs.get(name) ?? 0) + now - sinceMs);
    sinceMs = now;
  }

  function end(): void {
    count(work ?? "other");
    isMeasuring = false;
    let name = "other";
    for (const [one, ms] of spentMs) if (ms > (spentMs.get(name) ?? 0)) name = one;
    spentMs.clear();
    longest.set(name, Math.max(longest.get(name) ?? 0, sinceMs - startedMs));
  }

  return {
    /** Records that an event arrived, such as bytes on a connection, before its work is known. */
    noteEvent() {
      if (!isMeasuring) return begin();
      if (work !== undefined) count(work);
      work = undefined;
    },
    /** Attributes the time from now on to the work `name`, by default the current request or job. */
    noteWork(name = currentWork()) {
      if (!isMeasuring) begin();
      if (work !== undefined && work !== name) count(work);
      work = name;
    },
    /** Returns the longest turns since the last call in milliseconds, by the work that accounts for most of each. */
    takeLongest(): Map<string, number> {
      const taken = longest;
      longest = new Map();
      return taken;
    },
  };
}

export const loopTurns = createLoopTurns();

/** Before the work continues, lets the event loop handle everything else that has arrived. */
export async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  loopTurns.noteWork();
}
