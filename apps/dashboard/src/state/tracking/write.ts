import type { ApiError, ErrorCode, Timer } from "@stint/sdk";
import type { EntryRule } from "#api/entry-rule.ts";

/** The fields of an entry that people can set. */
export interface EntryFields {
  projectId: string;
  taskId: string;
  /** ISO 8601 in UTC. */
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: readonly string[];
  /** Null means the task's setting or, if it has none, the project's. */
  billable: boolean | null;
}

export interface NewEntry extends EntryFields {
  localId: string;
  /** The screen on which the entry was created, if the API has a name for that screen. */
  source?: "timesheet" | "calendar";
}

/**
 * A change to one entry, with the field values that the person saw. Those values are used to undo the change and to
 * detect conflicts.
 */
export interface EntryChange {
  id: string;
  set: Partial<EntryFields>;
  seen: Partial<EntryFields>;
}

/**
 * A change to entries or the timer, stored on the device until the server confirms it. Ids are local (`local_…`) until
 * the server assigns them.
 */
export type Write =
  | { kind: "create"; entries: readonly NewEntry[] }
  | { kind: "update"; changes: readonly EntryChange[] }
  | { kind: "delete"; ids: readonly string[] }
  | { kind: "restore"; ids: readonly string[] }
  | {
      kind: "startTimer";
      timer: StartTimer;
      stoppedLocalId: string;
      /** The entry that this timer became when it was stopped. It is deleted once the timer runs again. */
      replaces?: string | undefined;
      /** Whether to replace even a timer that was started later. */
      isForced?: true;
    }
  | { kind: "updateTimer"; set: Partial<StartTimer>; seen: Partial<StartTimer>; of?: TimerName | undefined }
  | { kind: "stopTimer"; at: string; localId: string; of?: TimerName | undefined }
  | { kind: "discardTimer"; of?: TimerName | undefined };

/**
 * Identifies the timer that a write is for; by default the one that was running when the write was made. One matching
 * value is enough: the start can be edited, and `createdAt` is unknown until the server has the timer.
 */
export interface TimerName {
  startedAt: string;
  createdAt?: string | undefined;
}

export interface StartTimer {
  projectId: string;
  /** Default: the project's task `General`, which the server creates on first use. */
  taskId?: string | undefined;
  startedAt: string;
  description: string;
  tags: readonly string[];
  billable: boolean | null;
}

/** When and in which session a write was made. Used to find out whether the server has already applied the write. */
export interface Made {
  /** The server's time when the write was made. Never in the server's future. */
  at: string;
  /** The session's id (`key.id` of `GET /me`); empty if it wasn't known. */
  session: string;
  /** The start of the timer that was running when the write was made. Undefined if there was none. */
  timerStartedAt: string | undefined;
  timerCreatedAt?: string | undefined;
}

export interface Queued {
  /** The Idempotency-Key. The server applies a write only once, however often a session sends it. */
  key: string;
  made: Made;
  write: Write;
  status: "waiting" | "sending" | "failed" | "conflict";
  /** The server's message, for a failed write. */
  error?: string;
  /** The faults that the server found in the parts of a failed write. */
  errors?: readonly ApiError["errors"][number][];
  /** The code of `error`, by which the dashboard finds the text in the person's language. */
  code?: ErrorCode | undefined;
  /** The organization's rules that a failed write breaks. */
  rules?: readonly EntryRule[];
  /** Whether the person has sent the write again after a refusal or conflict. */
  isRetried?: true;
  /** The reason for recording time later than the organization's rules allow. */
  lateReason?: string;
  /** In a conflict, the server's values by entry id. */
  theirs?: Record<string, Partial<EntryFields>>;
}

/** The fields that were missing from a refused write. */
export interface Missing {
  description?: string;
  tags?: readonly string[];
  lateReason?: string;
}

/** Adds a description and tags to the entries of a write that lack them. */
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
  if (write.kind !== "startTimer") return [];
  return [write.stoppedLocalId, ...(write.replaces === undefined ? [] : [write.replaces])];
}

/** Replaces local ids in a write with server ids, where known, and names the timer that it is for. */
export function resolved({ write, made }: Pick<Queued, "write" | "made">, idOf: (id: string) => string): Write {
  if (write.kind === "update")
    return { ...write, changes: write.changes.map((each) => ({ ...each, id: idOf(each.id) })) };
  if (write.kind === "delete" || write.kind === "restore") return { ...write, ids: write.ids.map(idOf) };
  if (write.kind === "startTimer" && write.replaces !== undefined) return { ...write, replaces: idOf(write.replaces) };
  if (write.kind !== "updateTimer" && write.kind !== "stopTimer" && write.kind !== "discardTimer") return write;
  const { timerStartedAt: startedAt, timerCreatedAt: createdAt } = made;
  return { ...write, of: write.of ?? (startedAt === undefined ? undefined : { startedAt, createdAt }) };
}

/** Whether `timer` is the one that `name` identifies. */
export function isTimer<Named extends Pick<Timer, "startedAt" | "createdAt">>(
  timer: Named | null,
  name: TimerName | undefined,
): timer is Named {
  if (timer === null || name === undefined) return false;
  return timer.createdAt === name.createdAt || Date.parse(timer.startedAt) === Date.parse(name.startedAt);
}
