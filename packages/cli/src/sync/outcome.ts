import { ApiError, NotFoundError } from "@stint/sdk";
import type { Stint, TimeEntry, Timer } from "@stint/sdk";

/** Thrown if someone else has changed the same fields. `theirs` contains the server's values. */
export class Conflict extends Error {
  readonly theirs: Record<string, unknown> | null;

  constructor(message: string, theirs: Record<string, unknown> | null) {
    super(message);
    this.theirs = theirs;
  }
}

/** The effects of a write on the server. */
export interface Outcome {
  entries: TimeEntry[];
  removed: string[];
  /** Undefined if the timer did not change. */
  timer?: Timer | null;
  /**
   * The server's ids and versions of the affected objects, by local id. If an object can contain changes by others that
   * the user has not seen, its version is an older one, so that the next write compares `seen` with the object.
   */
  ids: [localId: string, id: string, version: number][];
}

export interface Sending {
  stint: Stint;
  key: string;
  userId: string;
  /** Whether the write may already have been sent. */
  isRepeated: boolean;
  /** When the write was first sent, by the server's clock. */
  firstSentMs: number;
  find: (id: string) => { id: string; version: number } | undefined;
}

/** Requires a code, which only Stint's errors have: a proxy's 404 does not mean that there is no such object. */
export const isMissing = (error: unknown): boolean => error instanceof NotFoundError && error.code !== undefined;

/** Whether a retry can succeed without a decision by the user. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !(error instanceof Conflict);
  return error.status >= 500 || [401, 408, 429].includes(error.status) || error.code === undefined;
}
