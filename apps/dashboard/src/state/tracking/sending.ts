import { ApiError, NotFoundError, type Stint, type TimeEntry, type Timer } from "@stint/sdk";
import type { EntryFields } from "./write.ts";

export interface Outcome {
  entries: TimeEntry[];
  removed: string[];
  /** Undefined if the timer didn't change. */
  timer?: Timer | null;
  /** Maps local ids to server ids. */
  ids: Record<string, string>;
}

/**
 * Thrown if someone else has changed the same fields since the person saw these entries, or if the timer that the write
 * is for has ended elsewhere.
 */
export class Conflict extends Error {
  readonly theirs: Record<string, Partial<EntryFields>>;

  constructor(theirs: Record<string, Partial<EntryFields>> = {}) {
    super("Somebody else changed the same fields.");
    this.theirs = theirs;
  }
}

export interface Known {
  /** The server id of an entry created on this page. */
  idOf: (id: string) => string;
  entry: (id: string) => TimeEntry | undefined;
  /** Whether the server id belongs to an entry created on this page. */
  isMadeHere: (id: string) => boolean;
  /** Reads the latest changes on the server. */
  refresh: () => Promise<void>;
  now: () => number;
}

/** If a stop arrives later than this, the end is corrected to the time at which the person pressed stop. */
export const lateMs = 2000;

/** Moves the end of a stopped timer's entry to `at` if the stop arrived late. */
export async function withEndAt({ timeEntries }: Stint, stopped: TimeEntry, at: string): Promise<TimeEntry> {
  const [startMs, atMs] = [Date.parse(stopped.startedAt), Date.parse(at)];
  if (startMs > atMs || Date.parse(stopped.endedAt) - atMs <= lateMs) return stopped;
  return await timeEntries.update(stopped.id, { durationSeconds: Math.floor((atMs - startMs) / 1000) });
}

/** Ignores a 404: the entry or timer is already gone, removed by someone else or by an attempt whose reply was lost. */
export function ignoreGone(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Whether a retry can succeed: the server is busy or restarting, or the session has ended. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401);
}
