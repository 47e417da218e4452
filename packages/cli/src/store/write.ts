// The writes in the queue, and their stored form, which `stint conflicts --json` prints too. It is older than the core
// that all clients share, and contains one object for each write.
import {
  type Change,
  type EntryFields,
  type Find,
  type TimerFields,
  touched,
  type Write,
} from "@stint/offline/write.ts";

export type StoredWrite =
  | Extract<Write, { kind: "create" }>
  | ({ kind: "update" } & Change)
  | { kind: "delete"; id: string; version: number; entry: EntryFields }
  | { kind: "restore"; id: string; entry: EntryFields }
  | { kind: "start"; timer: TimerFields; localId: string; replaces?: string | null | undefined; isForced?: boolean }
  | { kind: "stop"; startedAt: string; endedAt: string; localId: string }
  | { kind: "changeTimer"; startedAt: string; seen: Partial<TimerFields>; set: Partial<TimerFields> }
  | { kind: "discard"; startedAt: string };

export function toWrite(stored: StoredWrite): Write {
  switch (stored.kind) {
    case "create":
      return stored;
    case "update": {
      const { kind, ...change } = stored;
      return { kind, changes: [change] };
    }
    case "delete":
      return { kind: "delete", ids: [stored.id], seen: [{ version: stored.version, entry: stored.entry }] };
    case "restore":
      return { kind: "restore", ids: [stored.id], entries: [stored.entry] };
    case "start": {
      const { localId: stoppedLocalId, ...start } = stored;
      return { ...start, kind: "startTimer", stoppedLocalId };
    }
    case "stop": {
      const { startedAt, endedAt: at, localId } = stored;
      return { kind: "stopTimer", at, localId, of: { startedAt } };
    }
    case "changeTimer": {
      const { startedAt, ...change } = stored;
      return { ...change, kind: "updateTimer", of: { startedAt } };
    }
    case "discard":
      return { kind: "discardTimer", of: { startedAt: stored.startedAt } };
  }
}

export function toStored(write: Write): StoredWrite {
  switch (write.kind) {
    case "create":
      return write;
    case "update":
      return { kind: "update", ...only(write.changes) };
    case "delete":
      return { kind: "delete", id: only(write.ids), ...only(write.seen) };
    case "restore":
      return { kind: "restore", id: only(write.ids), entry: only(write.entries) };
    case "startTimer": {
      const { stoppedLocalId: localId, ...start } = write;
      return { ...start, kind: "start", localId };
    }
    case "stopTimer":
      return { kind: "stop", startedAt: startOf(write), endedAt: write.at, localId: write.localId };
    case "updateTimer":
      return { kind: "changeTimer", startedAt: startOf(write), seen: write.seen, set: write.set };
    case "discardTimer":
      return { kind: "discard", startedAt: startOf(write) };
  }
}

/** The only object of a write that a command has made. */
export function only<Item>(items: readonly Item[] = []): Item {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error("A write of the terminal has one object.");
  return item;
}

/** The start of the timer that a write is for. Commands always name it. */
export const startOf = ({ of }: { of?: { startedAt: string } | undefined }): string => only(of && [of]).startedAt;

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
  /** The API key's id with which it was first sent. Null if an older version sent it. */
  session: string | null;
  /** The server's reason for the refusal, or a description of the conflict. */
  reason: string | null;
  /** The values that someone else has set in the meantime. */
  theirs: Record<string, unknown> | null;
  write: Write;
}

/** Returns the queued writes that don't depend on a write that is waiting for a decision. */
export function unblocked(writes: readonly QueuedWrite[], find: Find): QueuedWrite[] {
  const blocked = new Set<string>();
  return writes.filter(({ state, write }) => {
    const ids = [...touched(write).map((id) => find(id)?.id ?? id), ...(write.kind.endsWith("Timer") ? ["timer"] : [])];
    const isFree = state === "queued" && !ids.some((id) => blocked.has(id));
    if (!isFree) for (const id of ids) blocked.add(id);
    return isFree;
  });
}
