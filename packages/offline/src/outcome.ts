import { ApiError, NotFoundError, type Stint, StintError, type TimeEntry, type Timer } from "@stint/sdk";
import type { EntryFields, Find, Made, Write } from "./write.ts";

/** What a write has done on the server. */
export interface Outcome {
  entries: TimeEntry[];
  removed: string[];
  /** Undefined if the timer did not change. */
  timer?: Timer | null;
  /** The server's ids of local objects, and the versions after this write; the client stores them for `Sender.find`. */
  ids: (readonly [id: string, serverId: string, version: number])[];
}

/** A write that is being sent. */
export interface Sent<Sending extends Write = Write> {
  /** The Idempotency-Key. The server applies a write only once, however often a session sends it within a day. */
  key: string;
  write: Sending;
  made: Made;
  /** When and in which session it was sent before, if that attempt may have reached the server. */
  before?: { atMs: number; session: string } | undefined;
  /** The reason for recording time later than the organization's rules allow. */
  lateReason?: string | undefined;
}

/** What a client passes in. */
export interface Sender {
  stint: Stint;
  userId: string;
  /** The id of the session or API key, to which Idempotency-Keys belong. */
  session: () => Promise<string> | string;
  /** The server's time. */
  now: () => number;
  find: Find;
  /** The server's entry with this id, as last read. */
  entry: (id: string) => (EntryFields & { version: number }) | undefined;
  /** Reads entries again. Afterwards, `entry` returns what the server has now. */
  refresh: (ids: readonly string[]) => Promise<void>;
  /** Returns the project's task General, which the server creates if necessary. */
  generalTask: (projectId: string, key: string) => Promise<string>;
  /** Stores a write whose time was in the server's future and has been replaced with the server's time. */
  onMoved: (write: Write) => Promise<void> | void;
  /** The `source` of new entries. */
  source?: "cli";
}

/** What someone else has done: `changed` fields or the entry itself (`deleted`), or ended the timer. */
type Reason = "changed" | "deleted" | "laterTimer" | "otherTimer" | "stopped" | "discarded";

/** Thrown if someone else has changed the same since the person saw it. */
export class Conflict extends Error {
  readonly reason: Reason;
  /** The server's values by entry id or, for timers, of the running `timer` or of the `entry` that the timer became. */
  readonly theirs: Record<string, object>;
  /** The running timer, for writes to the timer. */
  readonly running: Timer | null | undefined;

  constructor(reason: Reason, theirs: Conflict["theirs"], more: { running?: Timer | null; cause?: unknown } = {}) {
    super(`Someone else has changed the same: ${reason}.`, { cause: more.cause });
    this.reason = reason;
    this.theirs = theirs;
    this.running = more.running;
  }
}

/** Whether the error is about the object; otherwise, a 404 comes from a proxy. */
export const isMissing = (error: unknown): boolean => error instanceof NotFoundError && error.code !== undefined;

/** The part of a sender that reads entries one by one. Before it has read an entry, `known` returns it. */
export function entriesAsRead(
  { timeEntries }: Stint,
  known: Sender["entry"] = () => undefined,
): Pick<Sender, "entry" | "refresh"> {
  const read = new Map<string, TimeEntry | undefined>();
  return {
    entry: (id) => (read.has(id) ? read.get(id) : known(id)),
    async refresh(ids) {
      const entries = await Promise.all(ids.map((id) => timeEntries.get(id).catch(undefinedIfMissing)));
      for (const [at, id] of ids.entries()) read.set(id, entries[at]);
    },
  };
}

export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Whether a retry can succeed without a decision by the person: the server is away or busy, or the session has ended. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof StintError;
  return error.status >= 500 || [401, 408, 429].includes(error.status) || error.code === undefined;
}
