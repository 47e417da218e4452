// Writes that a client queues while the server is away, and sends later.
//
//   write      what a person did to entries or to the timer; refers by local ids to objects that the server doesn't have
//   queue      the writes that the server has not confirmed, in order; each client stores its own
//   apply      shows a write before the server has confirmed it (apply.ts)
//   send       sends a write; a repeated attempt has no further effect (send.ts)
//   outcome    what the server has done: the objects, and the ids of the local ones (outcome.ts)
//   conflict   someone else has changed the same since the person saw it; the client decides who asks whom (outcome.ts)
//   undo       the writes that reverse a write (undo.ts)
//
// Storage, the clock and the SDK's client are passed in.
import type { Timer } from "@stint/sdk";

/** The fields of an entry that a person can set. */
export interface EntryFields {
  projectId: string;
  /** `taskToMake` stands for the project's task General, which is created when the write is sent. */
  taskId: string;
  /** ISO 8601 in UTC. */
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: readonly string[];
  /** Null means the task's setting or, if it has none, the project's. */
  billable: boolean | null;
  externalRef?: string | null;
}

export interface TimerFields {
  projectId: string;
  /** Default: the project's task General, which the server creates on first use. */
  taskId?: string | undefined;
  startedAt: string;
  description: string;
  tags: readonly string[];
  billable: boolean | null;
}

export interface NewEntry extends EntryFields {
  localId: string;
  /** The screen on which the entry was created, if the API has a name for that screen. */
  source?: "timesheet" | "calendar";
}

/** An entry as the person saw it. */
export interface Seen {
  /** 0 if the server did not have the entry yet. */
  version: number;
  entry: EntryFields;
}

/** A change to one entry. */
export interface Change extends Partial<Seen> {
  id: string;
  set: Partial<EntryFields>;
  /** The values that the person saw for the fields in `set`. They undo the change and detect conflicts. */
  seen: Partial<EntryFields>;
  /** Whether to restore the entry if someone has deleted it. */
  isForced?: boolean;
}

/** Identifies a timer. One matching instant is enough: the start can be edited, and the creation may be unknown. */
export interface TimerName {
  startedAt: string;
  createdAt?: string | undefined;
}

export type Write =
  | { kind: "create"; entries: readonly NewEntry[] }
  | { kind: "update"; changes: readonly Change[] }
  /** With `seen`, entries that someone else has changed since are not deleted. */
  | { kind: "delete"; ids: readonly string[]; seen?: readonly Seen[] | undefined }
  /** `entries` shows the restored entries on a device that no longer has them. */
  | { kind: "restore"; ids: readonly string[]; entries?: readonly EntryFields[] | undefined }
  | {
      kind: "startTimer";
      timer: TimerFields;
      /** The entry that a running timer becomes. */
      stoppedLocalId: string;
      /**
       * For a timer that runs again: the entry that our write made of it, or null if our write discarded it. The entry is
       * deleted once the timer runs. The timer does not run again if it has ended in another way, or if the entry is gone.
       */
      replaces?: string | null | undefined;
      /** Whether to replace even a timer that was started later. */
      isForced?: boolean;
    }
  | ({ kind: "updateTimer"; set: Partial<TimerFields>; seen: Partial<TimerFields> } & OfTimer)
  | ({ kind: "stopTimer"; at: string; localId: string } & OfTimer)
  /** With `seen`, a timer that someone else has changed since is not discarded. */
  | ({ kind: "discardTimer"; seen?: Partial<TimerFields> } & OfTimer);

export type WriteOf<Kind extends Write["kind"]> = Extract<Write, { kind: Kind }>;

interface OfTimer {
  /** Default: the timer that ran when the write was made. */
  of?: TimerName | undefined;
}

/** When a write was made, which tells whether the server has already applied it. */
export interface Made {
  /** Never in the server's future. */
  at: string;
  /** The timer that was running. */
  timerStartedAt?: string | undefined;
  timerCreatedAt?: string | undefined;
}

/**
 * What our writes have left of an object: the server's id of an entry or, under `timerKey`, the start of a timer. The
 * version is that after our last write; 0 if the object may contain changes by others.
 */
export interface Known {
  id: string;
  version: number;
}

/** The version of an entry that was gone before our deletion, so that undoing the deletion must not restore it. */
export const goneBefore = -1;

/** The version of a timer that our discard has ended, so that undoing the discard starts it again. */
export const discardedHere = 1;

/** Returns what is known of the object with this local or server id. */
export type Find = (id: string) => Known | undefined;

/** The ids of the entries that a write adds, changes or deletes. */
export function touched(write: Write): string[] {
  switch (write.kind) {
    case "create":
      return write.entries.map(({ localId }) => localId);
    case "update":
      return write.changes.map(({ id }) => id);
    case "delete":
    case "restore":
      return [...write.ids];
    case "startTimer":
      return [write.stoppedLocalId, ...(typeof write.replaces === "string" ? [write.replaces] : [])];
    case "stopTimer":
      return [write.localId];
    case "updateTimer":
    case "discardTimer":
      return [];
  }
}

/** Replaces local ids in a write with the server's ids, where known, and names the timer that the write is for. */
export function resolved(write: Write, made: Partial<Made>, find: Find): Write {
  const idOf = (id: string) => find(id)?.id ?? id;
  switch (write.kind) {
    case "create":
      return write;
    case "update":
      return { ...write, changes: write.changes.map((each) => ({ ...each, id: idOf(each.id) })) };
    case "delete":
      return { ...write, ids: write.ids.map(idOf) };
    case "restore": {
      const left = write.ids.map(idOf).map((id, at) => ({ id, entry: write.entries?.[at] }));
      const own = left.filter(({ id }) => find(id)?.version !== goneBefore);
      const entries = own.flatMap(({ entry }) => entry ?? []);
      return { kind: "restore", ids: own.map(({ id }) => id), ...(write.entries && { entries }) };
    }
    case "startTimer": {
      const { timer, replaces } = write;
      if (replaces === undefined) return write;
      const startedAt = find(timerKey(timer.startedAt))?.id ?? timer.startedAt;
      return { ...write, timer: { ...timer, startedAt }, replaces: replaces === null ? null : idOf(replaces) };
    }
    case "updateTimer":
    case "stopTimer":
    case "discardTimer": {
      const { timerStartedAt: startedAt, timerCreatedAt: createdAt } = made;
      const of = write.of ?? (startedAt === undefined ? undefined : { startedAt, createdAt });
      const moved = of && find(timerKey(of.startedAt));
      return { ...write, of: moved === undefined ? of : { ...of, startedAt: moved.id } };
    }
  }
}

/** The name under which a client stores the start of a timer that the server has with another start. */
export const timerKey = (startedAt: string): string => `timer ${Date.parse(startedAt)}`;

/** Whether `timer` is the one that `name` identifies. */
export function isTimer<Named extends Pick<Timer, "startedAt"> & Partial<Pick<Timer, "createdAt">>>(
  timer: Named | null,
  name: TimerName | undefined,
): timer is Named {
  if (timer === null || name === undefined) return false;
  const isCreatedThen = timer.createdAt !== undefined && timer.createdAt === name.createdAt;
  return isCreatedThen || Date.parse(timer.startedAt) === Date.parse(name.startedAt);
}

/**
 * An id for an object that the server doesn't have yet. It has to be unique only on this device, so `Math.random` will
 * do: loading `crypto` takes Node 7 ms.
 */
export const newLocalId = (): string =>
  `local_${Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join("")}`;
