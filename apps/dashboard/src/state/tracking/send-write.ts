import { PreconditionFailedError, type Stint, type TimeEntry } from "@stint/sdk";
import { sameFields } from "./same-fields.ts";
import { discardTimer, startTimer, stopTimer, updateTimer } from "./send-timer.ts";
import { Conflict, ignoreGone, type Known, lateMs, type Outcome } from "./sending.ts";
import type { EntryChange, EntryFields, Queued } from "./write.ts";

/**
 * Sends a write. Throws the SDK's errors, or a `Conflict`. Sending the write again with the same key has no further
 * effect.
 */
export async function sendWrite(stint: Stint, queued: Queued, known: Known): Promise<Outcome> {
  const { key, write, lateReason } = queued;
  const { timeEntries } = stint;
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
    case "startTimer":
      return await startTimer(stint, write, queued, known);
    case "updateTimer":
      return await updateTimer(stint, write);
    case "stopTimer":
      return await stopTimer(stint, write, queued);
    case "discardTimer":
      return await discardTimer(stint, write);
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

function pick(entry: TimeEntry, like: Partial<EntryFields>): Partial<EntryFields> {
  return Object.fromEntries(Object.keys(like).map((name) => [name, entry[name as keyof EntryFields]]));
}
