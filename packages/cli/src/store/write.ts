// The writes in the queue.

/** The fields of an entry that a user can set. */
export interface EntryFields {
  projectId: string;
  /** If empty, `generalTask` finds or creates the task when the write is sent. */
  taskId: string;
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: string[];
  /** Null means that the task or project decides. */
  billable: boolean | null;
  externalRef: string | null;
}

export interface TimerFields {
  projectId: string;
  /** If absent, the server uses or creates the project's General task. */
  taskId?: string;
  startedAt: string;
  description: string;
  tags: string[];
  billable: boolean | null;
}

export interface Update {
  id: string;
  /** The version that the user saw; 0 if the entry has not been sent yet. */
  version: number;
  /** The values that the user saw for the fields in `set`. */
  seen: Partial<EntryFields>;
  set: Partial<EntryFields>;
  /** The values that the user saw. Absent in writes by older versions. */
  entry?: EntryFields;
  /** Whether to restore the entry if someone has deleted it. */
  isForced?: boolean;
}

/** A change that is sent to the server. It refers by local ids to objects that the server has not confirmed. */
export type Write =
  | { kind: "create"; entries: (EntryFields & { localId: string })[] }
  | ({ kind: "update" } & Update)
  | { kind: "delete"; id: string; version: number; entry: EntryFields }
  | { kind: "restore"; id: string; entry: EntryFields }
  /**
   * `localId` identifies the entry that results if the start stops a running timer. With `isForced`, the start replaces
   * the running timer even if that timer was started later.
   */
  | { kind: "start"; timer: TimerFields; localId: string; isForced?: boolean }
  | { kind: "stop"; startedAt: string; endedAt: string; localId: string }
  | { kind: "changeTimer"; startedAt: string; seen: Partial<TimerFields>; set: Partial<TimerFields> }
  | { kind: "discard"; startedAt: string };

/**
 * `queued`: waiting to be sent. `refused`: the server refused the write. `conflict`: someone else has changed the same
 * fields.
 */
export type WriteState = "queued" | "refused" | "conflict";

export interface QueuedWrite {
  seq: number;
  /** The Idempotency-Key of the request. */
  key: string;
  madeAtMs: number;
  state: WriteState;
  /** When the write was first sent, by the server's clock. */
  sentAtMs: number | null;
  /** The server's reason for the refusal, or a description of the conflict. */
  reason: string | null;
  /** The values that someone else has set in the meantime. */
  theirs: Record<string, unknown> | null;
  write: Write;
}

/** Returns the ids of the objects that a write affects. Later writes to the same objects must wait for this write. */
export function touches(write: Write): string[] {
  switch (write.kind) {
    case "create":
      return write.entries.map(({ localId }) => localId);
    case "update":
    case "delete":
    case "restore":
      return [write.id];
    case "start":
    case "stop":
      return ["timer", write.localId];
    case "changeTimer":
    case "discard":
      return ["timer"];
  }
}

/** Creates an id for an object that the server has not stored yet. */
export function newLocalId(): string {
  return `local_${crypto.randomUUID().replaceAll("-", "")}`;
}
