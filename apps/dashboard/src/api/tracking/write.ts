/** The fields of an entry that a person sets. */
export interface EntryFields {
  projectId: string;
  taskId: string;
  /** ISO 8601, in UTC. */
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: readonly string[];
  /** Null: as the task, else the project says. */
  billable: boolean | null;
}

/** A change of one entry, with what its fields were when the person saw it: to undo it, and to notice another's change. */
export interface EntryChange {
  id: string;
  set: Partial<EntryFields>;
  seen: Partial<EntryFields>;
}

/**
 * A change that a person makes to entries or the timer. Each is kept on the device until the server has confirmed it. An id may be
 * one that was made here (`local_…`) while the entry's own is not known yet.
 */
export type Write =
  | { kind: "create"; entries: readonly (EntryFields & { localId: string })[] }
  | { kind: "update"; changes: readonly EntryChange[] }
  | { kind: "delete"; ids: readonly string[] }
  | { kind: "restore"; ids: readonly string[] }
  | { kind: "startTimer"; timer: StartTimer; stoppedLocalId: string }
  | { kind: "updateTimer"; set: Partial<StartTimer>; seen: Partial<StartTimer> }
  | { kind: "stopTimer"; at: string; localId: string }
  | { kind: "discardTimer" };

export interface StartTimer {
  projectId: string;
  /** Undefined: the project's task General. */
  taskId?: string | undefined;
  startedAt: string;
  description: string;
  tags: readonly string[];
  billable: boolean | null;
}

/** The time and session of a write, which tell whether the server has done it already. */
export interface Made {
  /** By the server's clock, and never after its time. */
  at: string;
  /** The session (`key.id` of `GET /me`) as far as the page knew. */
  session: string;
  /** The start of the timer that was running; undefined without one. */
  timerStartedAt: string | undefined;
}

export interface Queued {
  /** Its Idempotency-Key, so that however often a session sends it, it is done once. */
  key: string;
  made: Made;
  write: Write;
  status: "waiting" | "sending" | "failed" | "conflict";
  /** Of one that failed: what the server said. */
  error?: string;
  /** Of a conflict: the entries as they are at the server, by id. */
  theirs?: Record<string, Partial<EntryFields>>;
}

/** The ids of the entries that a write changes. */
export function touched(write: Write): string[] {
  if (write.kind === "create") return write.entries.map(({ localId }) => localId);
  if (write.kind === "update") return write.changes.map(({ id }) => id);
  if (write.kind === "delete" || write.kind === "restore") return [...write.ids];
  if (write.kind === "stopTimer") return [write.localId];
  return write.kind === "startTimer" ? [write.stoppedLocalId] : [];
}

/** The write with the ids that the server has given meanwhile. */
export function resolved(write: Write, idOf: (id: string) => string): Write {
  if (write.kind === "update")
    return { ...write, changes: write.changes.map((each) => ({ ...each, id: idOf(each.id) })) };
  if (write.kind === "delete" || write.kind === "restore") return { ...write, ids: write.ids.map(idOf) };
  return write;
}
