import { ApiError, NotFoundError, PreconditionFailedError, type Stint, type TimeEntry, type Timer } from "@stint/sdk";
import { sameFields } from "./same-fields.ts";
import type { EntryChange, EntryFields, Queued } from "./write.ts";

export interface Outcome {
  entries: TimeEntry[];
  removed: string[];
  /** Undefined if the timer didn't change. */
  timer?: Timer | null;
  /** Maps local ids to server ids. */
  ids: Record<string, string>;
}

/** Thrown if someone else has changed the same fields since the person saw these entries. */
export class Conflict extends Error {
  readonly theirs: Record<string, Partial<EntryFields>>;

  constructor(theirs: Record<string, Partial<EntryFields>>) {
    super("Somebody else changed the same fields.");
    this.theirs = theirs;
  }
}

/** If a stop arrives at least this late, the end is corrected to the time at which the person pressed stop. */
const lateMs = 2000;

export interface Known {
  /** The server id of an entry created on this page. */
  idOf: (id: string) => string;
  entry: (id: string) => TimeEntry | undefined;
  /** Whether the server id belongs to an entry created on this page. */
  isMadeHere: (id: string) => boolean;
  /** Reads the latest changes on the server. */
  refresh: () => Promise<void>;
}

/**
 * Sends a write. Throws the SDK's errors, or a `Conflict`. Sending the write again with the same key has no further
 * effect.
 */
export async function sendWrite(stint: Stint, { key, write, lateReason }: Queued, known: Known): Promise<Outcome> {
  const { timeEntries, timer } = stint;
  const { idOf } = known;
  const options = { idempotencyKey: key };
  const late = lateReason === undefined ? {} : { lateReason };
  switch (write.kind) {
    case "create": {
      const bodies = write.entries.map(({ localId: _localId, ...fields }) => ({ ...fields, ...late }));
      const [first] = bodies;
      const made =
        first !== undefined && bodies.length === 1
          ? [await timeEntries.create(first, options)]
          : (await timeEntries.createBatch({ entries: bodies }, options)).data;
      const ids = write.entries.map(({ localId }, at) => [localId, made[at]?.id ?? localId]);
      return { entries: made, removed: [], ids: Object.fromEntries(ids) as Record<string, string> };
    }
    case "update":
      return { entries: await sendChanges(stint, write.changes, late, known), removed: [], ids: {} };
    case "delete": {
      const ids = write.ids.map(idOf);
      const [first] = ids;
      // Only batch requests accept a reason, so a single entry with a reason is deleted as a batch.
      if (first !== undefined && ids.length === 1 && lateReason === undefined)
        await timeEntries.delete(first).catch(ignoreGone);
      else await timeEntries.deleteBatch({ ids, ...late }, options);
      return { entries: [], removed: ids, ids: {} };
    }
    case "restore": {
      const ids = write.ids.map(idOf);
      const [first] = ids;
      const entries =
        first !== undefined && ids.length === 1 && lateReason === undefined
          ? [await timeEntries.restore(first, options)]
          : (await timeEntries.restoreBatch({ ids, ...late }, options)).data;
      return { entries, removed: [], ids: {} };
    }
    case "startTimer": {
      const reply = await timer.start(write.timer, options);
      const { stopped } = reply;
      const ids = stopped === null ? {} : { [write.stoppedLocalId]: stopped.id };
      return { entries: stopped === null ? [] : [stopped], removed: [], timer: reply.timer, ids };
    }
    case "updateTimer":
      return { entries: [], removed: [], timer: await timer.update(write.set), ids: {} };
    case "stopTimer": {
      const entry = await withEndAt(stint, await timer.stop(options), write.at);
      return { entries: [entry], removed: [], timer: null, ids: { [write.localId]: entry.id } };
    }
    case "discardTimer":
      await timer.discard().catch(ignoreGone);
      return { entries: [], removed: [], timer: null, ids: {} };
  }
}

/**
 * Sends changes to entries. Keeps other people's changes to other fields; throws a `Conflict` if someone changed the
 * same fields.
 */
async function sendChanges(
  { timeEntries }: Stint,
  changes: readonly EntryChange[],
  late: { lateReason?: string },
  known: Known,
): Promise<TimeEntry[]> {
  for (let attempt = 1; ; attempt++) {
    const theirs: Record<string, Partial<EntryFields>> = {};
    for (const { id, seen, set } of changes) {
      const entry = known.entry(known.idOf(id));
      if (entry !== undefined && !isAsSeen(entry, seen, known) && !sameFields(entry, set))
        theirs[id] = pick(entry, set);
    }
    if (Object.keys(theirs).length > 0) throw new Conflict(theirs);
    const bodies = changes.map(({ id, set }) => {
      const version = known.entry(known.idOf(id))?.version;
      return { id: known.idOf(id), ...(version === undefined ? {} : { version }), ...set, ...late };
    });
    const [first] = bodies;
    try {
      if (first === undefined || bodies.length > 1) return (await timeEntries.updateBatch({ entries: bodies })).data;
      const { id, version, ...set } = first;
      return [await timeEntries.update(id, set, version === undefined ? {} : { ifMatch: { version } })];
    } catch (error) {
      if (!(error instanceof PreconditionFailedError) || attempt > 3) throw error;
      await known.refresh();
    }
  }
}

/**
 * Whether nobody else has changed these fields. An entry that was stopped on this page may be longer than seen, by the
 * latency of the stop request.
 */
function isAsSeen(entry: TimeEntry, seen: Partial<EntryFields>, { isMadeHere }: Known): boolean {
  if (sameFields(entry, seen)) return true;
  const { durationSeconds } = seen;
  if (durationSeconds === undefined || !isMadeHere(entry.id)) return false;
  const isNear = Math.abs(entry.durationSeconds - durationSeconds) * 1000 <= lateMs;
  return isNear && sameFields({ ...entry, durationSeconds }, seen);
}

/** Whether a retry can succeed: the server is busy or restarting, or the session has ended. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401);
}

/** Moves the end of a stopped timer's entry to `at` if the stop arrived late. */
export async function withEndAt({ timeEntries }: Stint, stopped: TimeEntry, at: string): Promise<TimeEntry> {
  if (Date.parse(stopped.endedAt) - Date.parse(at) <= lateMs) return stopped;
  const durationSeconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(stopped.startedAt)) / 1000));
  return await timeEntries.update(stopped.id, { durationSeconds });
}

/** Ignores a 404: the entry or timer is already gone, removed by someone else or by an attempt whose reply was lost. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}

function pick(entry: TimeEntry, like: Partial<EntryFields>): Partial<EntryFields> {
  return Object.fromEntries(Object.keys(like).map((name) => [name, entry[name as keyof EntryFields]]));
}
