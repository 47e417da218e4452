// The writes of a person, as the queue stores them.

/** The fields of an entry that a person sets. */
export interface EntryFields {
  projectId: string;
  /** Empty: the task General, created when the write is sent. */
  taskId: string;
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: string[];
  /** Null: as the task or project says. */
  billable: boolean | null;
  externalRef: string | null;
}

export interface TimerFields {
  projectId: string;
  /** Absent: the task General, which the server creates. */
  taskId?: string;
  startedAt: string;
  description: string;
  tags: string[];
  billable: boolean | null;
}

export interface Update {
  id: string;
  /** The version that the person saw; 0 if the entry has not been sent yet. */
  version: number;
  /** The former values of what is set. */
  seen: Partial<EntryFields>;
  set: Partial<EntryFields>;
}

/** Local ids stand for what the server has not confirmed. */
export type Write =
  | { kind: "create"; entries: (EntryFields & { localId: string })[] }
  | ({ kind: "update" } & Update)
  | { kind: "delete"; id: string; version: number; entry: EntryFields }
  | { kind: "restore"; id: string; entry: EntryFields }
  /** `localId` is the entry that a running timer becomes; `isForced`: even if another one was started later. */
  | { kind: "start"; timer: TimerFields; localId: string; isForced?: boolean }
  | { kind: "stop"; startedAt: string; endedAt: string; localId: string }
  | { kind: "changeTimer"; startedAt: string; seen: Partial<TimerFields>; set: Partial<TimerFields> }
  | { kind: "discard"; startedAt: string };

/** `queued`: to be sent. `refused`: the server says no. `conflict`: somebody else changed the same. */
export type WriteState = "queued" | "refused" | "conflict";

export interface QueuedWrite {
  seq: number;
  /** The Idempotency-Key. */
  key: string;
  madeAtMs: number;
  state: WriteState;
  /** When it was first sent, by the clock of this machine. */
  sentAtMs: number | null;
  /** Why it was refused. */
  reason: string | null;
  /** The fields as somebody else set them. */
  theirs: Record<string, unknown> | null;
  write: Write;
}

/** What a write touches: later writes to the same wait for it. */
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

/** An id for an object until the server assigns one. */
export function newLocalId(): string {
  return `local_${crypto.randomUUID().replaceAll("-", "")}`;
}
