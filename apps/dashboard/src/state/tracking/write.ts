import type { EntryRule } from "#api/entry-rule.ts";

/** The fields of an entry that people set. */
export interface EntryFields {
  projectId: string;
  taskId: string;
  /** ISO 8601 in UTC. */
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: readonly string[];
  /** Null means that the task decides, or else the project. */
  billable: boolean | null;
}

/** An entry to be created. */
export interface NewEntry extends EntryFields {
  localId: string;
  /** The screen on which it was created, if the API has a name for it. */
  source?: "timesheet" | "calendar";
}

/**
 * A change to one entry, with the field values that the person saw. They are used to undo the change and to detect
 * conflicts.
 */
export interface EntryChange {
  id: string;
  set: Partial<EntryFields>;
  seen: Partial<EntryFields>;
}

/**
 * A change to entries or the timer, stored on the device until the server confirms it. An id is local (`local_…`) until
 * the server has assigned one.
 */
export type Write =
  | { kind: "create"; entries: readonly NewEntry[] }
  | { kind: "update"; changes: readonly EntryChange[] }
  | { kind: "delete"; ids: readonly string[] }
  | { kind: "restore"; ids: readonly string[] }
  | { kind: "startTimer"; timer: StartTimer; stoppedLocalId: string }
  | { kind: "updateTimer"; set: Partial<StartTimer>; seen: Partial<StartTimer> }
  | { kind: "stopTimer"; at: string; localId: string }
  | { kind: "discardTimer" };

export interface StartTimer {
  projectId: string;
  /** Undefined means the project's first task, General. */
  taskId?: string | undefined;
  startedAt: string;
  description: string;
  tags: readonly string[];
  billable: boolean | null;
}

/** When and in which session a write was made, to find out whether the server has already applied it. */
export interface Made {
  /** The server's time at which the write was made; never in the server's future. */
  at: string;
  /** The session's id (`key.id` of `GET /me`); empty if it wasn't known. */
  session: string;
  /** The start of the timer that was running at that time; undefined if none was. */
  timerStartedAt: string | undefined;
}

export interface Queued {
  /** The Idempotency-Key: the server applies a write once, however often a session sends it. */
  key: string;
  made: Made;
  write: Write;
  status: "waiting" | "sending" | "failed" | "conflict";
  /** The server's message, for a failed write. */
  error?: string;
  /** The organization's rules that a failed write breaks. */
  rules?: readonly EntryRule[];
  /** Why the time is recorded later than the organization's rules allow. */
  lateReason?: string;
  /** The server's values in a conflict, by the entries' ids. */
  theirs?: Record<string, Partial<EntryFields>>;
}

/** The fields that a refused write lacked. */
export interface Missing {
  description?: string;
  tags?: readonly string[];
  lateReason?: string;
}

/** Adds a description and tags to those entries of a write that lack them. */
export function filled(write: Write, { description = "", tags = [] }: Missing): Write {
  const fill = <Fields extends Partial<EntryFields>>(fields: Fields): Fields => ({
    ...fields,
    ...(fields.description?.trim() === "" ? { description } : {}),
    ...(fields.tags?.length === 0 ? { tags } : {}),
  });
  if (write.kind === "create") return { ...write, entries: write.entries.map(fill) };
  if (write.kind !== "update") return write;
  return { ...write, changes: write.changes.map((change) => ({ ...change, set: fill(change.set) })) };
}

/** The ids of the entries that a write changes. */
export function touched(write: Write): string[] {
  if (write.kind === "create") return write.entries.map(({ localId }) => localId);
  if (write.kind === "update") return write.changes.map(({ id }) => id);
  if (write.kind === "delete" || write.kind === "restore") return [...write.ids];
  if (write.kind === "stopTimer") return [write.localId];
  return write.kind === "startTimer" ? [write.stoppedLocalId] : [];
}

/** Replaces local ids in a write with server ids, where known. */
export function resolved(write: Write, idOf: (id: string) => string): Write {
  if (write.kind === "update")
    return { ...write, changes: write.changes.map((each) => ({ ...each, id: idOf(each.id) })) };
  if (write.kind === "delete" || write.kind === "restore") return { ...write, ids: write.ids.map(idOf) };
  return write;
}
