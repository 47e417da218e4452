import type { Timer } from "@stint/sdk";

/** The person's timer as the server has it. Replies and events may arrive in any order. */
export function createTimerState() {
  let timer: Timer | null = null;
  /** The start of the last timer known to have ended. */
  let endedMs = -Infinity;

  function set(next: Timer | null): void {
    if (timer !== null && timer.createdAt !== next?.createdAt) endedMs = Math.max(endedMs, createdMs(timer));
    timer = next;
  }

  return {
    get: () => timer,
    set,

    restore(kept: Timer | null): void {
      timer = kept;
    },

    /** Takes a timer that has started or changed, unless a later state is known. */
    take(next: Timer): void {
      if (createdMs(next) <= endedMs) return;
      const age = timer === null ? 1 : createdMs(next) - createdMs(timer) || next.version - timer.version;
      if (age > 0) set(next);
    },

    end(ended: Timer): void {
      endedMs = Math.max(endedMs, createdMs(ended));
      if (timer !== null && createdMs(timer) <= endedMs) timer = null;
    },
  };
}

function createdMs({ createdAt }: Timer): number {
  return Date.parse(createdAt);
}
