import type { Known, Write } from "@stint/offline/write.ts";
import { fillMissing, type Made, type Missing, type Queued } from "./write.ts";

export type WriteQueue = ReturnType<typeof createWriteQueue>;

export interface KeptQueue {
  queue: Queued[];
  /** Local id, server id and known version. Earlier versions of the dashboard stored no versions. */
  ids: (readonly [string, string, number?])[];
}

/** The writes that the server hasn't confirmed, in order. */
export function createWriteQueue(newId: () => string) {
  const ids = createKnownIds();
  /** The keys of writes already sent at least once, by this page or a closed one. */
  const sent = new Set<string>();
  let queue: Queued[] = [];

  function change(key: string, changed: Partial<Queued>): void {
    queue = queue.map((each) => (each.key === key ? { ...each, ...changed } : each));
  }

  function remove(key: string): void {
    queue = queue.filter((each) => each.key !== key);
  }

  return {
    all: (): readonly Queued[] => queue,
    next: () => queue.find(({ status }) => status === "waiting" || status === "sending"),
    change,
    remove,
    toKept: (): KeptQueue => ({ queue, ids: ids.toKept() }),
    /** Returns the server id of an entry created on this page, and any other id unchanged. */
    idOf: (id: string) => ids.find(id)?.id ?? id,
    firstIdOf: ids.firstIdOf,
    find: ids.find,
    noteIds: ids.note,

    add(write: Write, made: Made): void {
      // A closed period refuses every start, so the reason is shown only once.
      if (write.kind === "startTimer") queue = queue.filter((each) => !isRefusedByPeriod(each));
      queue = [...queue, { key: newId(), made, write, status: "waiting" }];
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
      const retried = again(found, missing, newId());
      queue = queue.map((each) => (each === found ? retried : each));
      return true;
    },

    /** Puts the writes of a closed page before this page's. */
    adopt(left: KeptQueue): void {
      ids.note(left.ids);
      for (const { key } of left.queue) sent.add(key);
      queue = [...left.queue, ...queue];
    },
  };
}

const isRefusedByPeriod = ({ write, status, code }: Queued): boolean =>
  write.kind === "startTimer" && status === "failed" && code === "period_locked";

/** Queues the write again: with the missing fields or, after a conflict, so that it overwrites the other change. */
function again({ made, write, theirs, lateReason: before }: Queued, missing: Missing, key: string): Queued {
  const { lateReason = before } = missing;
  const retried = { key, made, write: overwriting(write, theirs) ?? fillMissing(write, missing) };
  return { ...retried, status: "waiting", isRetried: true, ...(lateReason === undefined ? {} : { lateReason }) };
}

function overwriting(write: Write, theirs: Queued["theirs"]): Write | undefined {
  if (theirs === undefined) return undefined;
  if (write.kind === "startTimer") return { ...write, isForced: true };
  if (write.kind !== "update") return undefined;
  return {
    ...write,
    changes: write.changes.map((change) => ({ ...change, seen: { ...change.seen, ...theirs[change.id] } })),
  };
}

/** The server ids of entries that earlier writes created, with the known versions. */
function createKnownIds() {
  const ids = new Map<string, Known>();
  const firstIds = new Map<string, string>();
  return {
    note(known: KeptQueue["ids"]): void {
      for (const [localId, id, version = 0] of known) {
        ids.set(localId, { id, version }).set(id, { id, version });
        if (localId !== id) firstIds.set(id, localId);
      }
    },
    toKept: (): KeptQueue["ids"] => [...ids].map(([localId, { id, version }]) => [localId, id, version]),
    find: (id: string) => ids.get(id),
    /** Returns the first, local id of an entry created on this page, and any other id unchanged. */
    firstIdOf: (id: string) => firstIds.get(id) ?? id,
  };
}
