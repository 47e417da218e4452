import { ApiError, type StreamedEvent } from "@stint/sdk";
import { isSessionOver } from "#api/connection/client.ts";
import type { StreamPosition } from "#api/connection/event-stream.ts";

/** A client-side copy of server objects that events keep up to date. */
export interface LiveCopy {
  /** The stream position up to which the device's copy is complete; undefined if unknown. */
  readPosition: () => Promise<StreamPosition | undefined>;
  /** Applies the objects in events and ignores other kinds. The same event may arrive more than once. */
  applyEvents: (events: readonly StreamedEvent[]) => void;
  /**
   * Reads the changes since the last read; returns false if the server is unreachable. `position` is the stream
   * position when the read starts; the copy stores it on the device with the result.
   */
  refresh: (position?: StreamPosition) => Promise<boolean>;
}

/**
 * A copy this old is read again, because some changes send no event: if a manager moves an entry to someone else, its
 * former owner gets none.
 */
const staleMs = 5 * 60_000;

/** Reads the changes that events didn't report. `cursor` returns the current position in the event stream. */
export function createCopySync(copies: readonly LiveCopy[], cursor: () => string | undefined) {
  let isNeeded = true;
  let isSyncing = false;
  /** Until this time, events alone keep the copies up to date. */
  let freshUntilMs = 0;

  return {
    /** Whether events were missed since the last read. */
    isNeeded: () => isNeeded,
    isDue: () => isNeeded || Date.now() > freshUntilMs,

    require(): void {
      isNeeded = true;
    },

    /** Trusts the device's copies for `ms`, because they are complete and events keep them up to date. */
    postpone(ms: number): void {
      isNeeded = false;
      freshUntilMs = Date.now() + ms;
    },

    /** Reads all copies. If called during a read, repeats it, because that read may have begun before the gap. */
    async run(): Promise<void> {
      isNeeded = true;
      if (isSyncing || isSessionOver()) return;
      isSyncing = true;
      try {
        while (isNeeded) {
          isNeeded = false;
          const from = cursor();
          const position = from === undefined ? undefined : { cursor: from, atMs: Date.now() };
          const reached = await Promise.all(copies.map((copy) => copy.refresh(position)));
          if (reached.includes(false)) {
            isNeeded = true;
            return;
          }
          freshUntilMs = Date.now() + staleMs;
        }
      } catch (error) {
        isNeeded = true;
        // The next poll retries; if the session has ended, the next sign-in does.
        if (!(error instanceof ApiError)) throw error;
      } finally {
        isSyncing = false;
      }
    },
  };
}
