import type { Outcome } from "@stint/offline/outcome.ts";
import type { Known, Write } from "@stint/offline/write.ts";
import { fillMissing, type Made, type Missing, type Queued } from "./write.ts";

export type WriteQueue = ReturnType<typeof createWriteQueue>;

export interface KeptQueue {
  queue: Queued[];
  /** Local id, server id and known version. Earlier versions of the dashboard stored no versions. */
  ids: (readonly [string, string, number?])[];
}

/** The writes that the server hasn't confirmed, in order, and the server ids of entries that earlier writes created. */
export function createWriteQueue(newId: () => string) {
  const ids = new Map<string, Known>();
  const firstIds = new Map<string, string>();
  /** The keys of writes already sent at least once, by this page or a closed one. */
  const sent = new Set<string>();
  let queue: Queued[] = [];

  function change(key: string, changed: Partial<Queued>): void {
    queue = queue.map((each) => (each.key === key ? { ...each, ...changed } : each));
  }

  function remove(key: string): void {
    queue = queue.filter((each) => each.key !== key);
  }

  function noteIds(known: KeptQueue["ids"]): void {
    for (const [localId, id, version = 0] of known) {
      ids.set(localId, { id, version }).set(id, { id, version });
      if (localId !== id) firstIds.set(id, localId);
    }
  }

  function toKept(): KeptQueue {
    return { queue, ids: [...ids].map(([localId, { id, version }]) => [localId, id, version]) };
  }

  return {
    all: (): readonly Queued[] => queue,
    next: () => queue.find(({ status }) => status === "waiting" || status === "sending"),
    change,
    remove,
    toKept,
    /** Returns the server id of an entry created on this page, and any other id unchanged. */
    idOf: (id: string) => ids.get(id)?.id ?? id,
    /** Returns the first, local id of an entry created on this page, and any other id unchanged. */
    firstIdOf: (id: string) => firstIds.get(id) ?? id,
    find: (id: string) => ids.get(id),

    add(write: Write, made: Made): void {
      // A closed period refuses every start, so the reason is shown only once.
      if (write.kind === "startTimer") queue = queue.filter((each) => !isRefusedByPeriod(each));
      queue = [...queue, { key: newId(), made, write, status: "waiting" }];
    },

    noteIds,

    /** Removes a write that the server has applied, and notes the ids of the entries that it created. */
    confirm(key: string, { ids: known }: Outcome): void {
      noteIds(known);
      remove(key);
    },

    /** Notes that a write is being sent; returns whether it may have been sent before. */
    noteSending(key: string): boolean {
      const mayBeDone = sent.has(key);
      sent.add(key);
      return mayBeDone;
    },

    /** Queues a failed or conflicting write again under a new key; returns false if it is gone. */
    retry(key: string, missing: Missing): boolean {
      const found = queue.find((each) => each.key === key);
      if (found === undefined) return false;
      const { lateReason = found.lateReason } = missing;
      const late = lateReason === undefined ? {} : { lateReason };
      const { made } = found;
      const retried: Queued = {
        key: newId(),
        made,
        write: again(found, missing),
        status: "waiting",
        isRetried: true,
        ...late,
      };
      queue = queue.map((each) => (each === found ? retried : each));
      return true;
    },

    /** Puts the writes of a closed page before this page's. */
    adopt(left: KeptQueue): void {
      noteIds(left.ids);
      for (const { key } of left.queue) sent.add(key);
      queue = [...left.queue, ...queue];
    },
  };
}

const isRefusedByPeriod = ({ write, status, code }: Queued): boolean =>
  write.kind === "startTimer" && status === "failed" && code === "period_locked";

/**
 * Returns the write with the missing fields added or, after a conflict, changed to overwrite the other person's change.
 */
function again({ write, theirs }: Queued, missing: Missing): Write {
  if (write.kind === "startTimer" && theirs !== undefined) return { ...write, isForced: true };
  if (write.kind !== "update" || theirs === undefined) return fillMissing(write, missing);
  return {
    ...write,
    changes: write.changes.map((change) => ({ ...change, seen: { ...change.seen, ...theirs[change.id] } })),
  };
}
