import type { Timer } from "@stint/sdk";

/** The person's timer as the server has it. Replies and events may arrive in any order. */
export function createTimerState() {
  let timer: Timer | null = null;
  /** The creation time of the last timer that is known to have ended. */
  let endedMs = -Infinity;
  let changes = 0;

  function set(next: Timer | null): void {
    if (timer !== null && timer.createdAt !== next?.createdAt) endedMs = Math.max(endedMs, createdMs(timer));
    timer = next;
  }

  return {
    get: () => timer,
    /** How many writes and events have arrived. A read during which the count changes may be outdated. */
    changeCount: () => changes,
    /** Stores the timer as read from the server. */
    set,

    /** Stores the timer as a write has left it. */
    settle(next: Timer | null): void {
      changes++;
      set(next);
    },

    restore(kept: Timer | null): void {
      timer = kept;
    },

    /** Stores a timer that has started or changed, unless a later state is known. */
    take(next: Timer): void {
      changes++;
      if (createdMs(next) <= endedMs) return;
      const age = timer === null ? 1 : createdMs(next) - createdMs(timer) || next.version - timer.version;
      if (age > 0) set(next);
    },

    end(ended: Timer): void {
      changes++;
      endedMs = Math.max(endedMs, createdMs(ended));
      if (timer !== null && createdMs(timer) <= endedMs) timer = null;
    },
  };
}

function createdMs({ createdAt }: Timer): number {
  return Date.parse(createdAt);
}
