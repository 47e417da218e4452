import type { EntryRule } from "#api/entry-rule.ts";

/** The entry fields that a person sets. */
export interface EntryFields {
  projectId: string;
  taskId: string;
  /** ISO 8601 in UTC. */
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: readonly string[];
  /** Null follows the task, or else the project. */
  billable: boolean | null;
}

/** An entry to create. */
export interface NewEntry extends EntryFields {
  localId: string;
  /** The screen that it is made on, if the API knows that by name. */
  source?: "timesheet" | "calendar";
}

/** A change to one entry, with the field values that the person saw, to undo it and to detect conflicting changes. */
export interface EntryChange {
  id: string;
  set: Partial<EntryFields>;
  seen: Partial<EntryFields>;
}

/**
 * A change that a person makes to entries or the timer, stored on the device until the server confirms it. An id may be
 * a local one (`local_…`) until the server has assigned its own.
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
  /** Undefined means the project's task General. */
  taskId?: string | undefined;
  startedAt: string;
  description: string;
  tags: readonly string[];
  billable: boolean | null;
}

/** When and in which session a write was made, to find out whether the server has already applied it. */
export interface Made {
  /** By the server's clock, and never in its future. */
  at: string;
  /** The session's id (`key.id` of `GET /me`); empty if the page didn't know it. */
  session: string;
  /** The start of the timer running at that time; undefined if none was. */
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
  /** The organization's rules that a failed write breaks; named in the person's language. */
  rules?: readonly EntryRule[];
  /** Why the time is written later than the organization's rules allow. */
  lateReason?: string;
  /** The server's versions of the entries by id, for a conflict. */
  theirs?: Record<string, Partial<EntryFields>>;
}

/** What a refused write lacked. */
export interface Missing {
  description?: string;
  tags?: readonly string[];
  lateReason?: string;
}

/** The write with a description and tags for its entries without. */
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

/** The write with server ids instead of local ones, if known. */
export function resolved(write: Write, idOf: (id: string) => string): Write {
  if (write.kind === "update")
    return { ...write, changes: write.changes.map((each) => ({ ...each, id: idOf(each.id) })) };
  if (write.kind === "delete" || write.kind === "restore") return { ...write, ids: write.ids.map(idOf) };
  return write;
}
