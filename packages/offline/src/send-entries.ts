import { taskToMake } from "@stint/grammar/choose-project.ts";
import { ConflictError, PreconditionFailedError, type Stint, type TimeEntry } from "@stint/sdk";
import { overwritten, pick } from "./fields.ts";
import { findDone } from "./find-done.ts";
import { Conflict, isMissing, type Outcome, type Sender, type Sent, undefinedIfMissing } from "./outcome.ts";
import { type Change, type EntryFields, goneBefore, type WriteOf } from "./write.ts";

const maxAttempts = 6;

export async function create(
  { key, write: { entries }, lateReason }: Sent<WriteOf<"create">>,
  { stint, source, generalTask }: Sender,
): Promise<Outcome> {
  const bodies: Parameters<typeof stint.timeEntries.create>[0][] = [];
  for (const { localId: _localId, tags, ...fields } of entries) {
    const taskId = fields.taskId === taskToMake ? await generalTask(fields.projectId, key) : fields.taskId;
    bodies.push({ ...fields, ...(source && { source }), tags: [...tags], taskId, lateReason });
  }
  const [first] = bodies;
  if (first === undefined) return { entries: [], removed: [], ids: [] };
  const options = { idempotencyKey: key };
  const made =
    bodies.length === 1
      ? [await stint.timeEntries.create(first, options)]
      : (await stint.timeEntries.createBatch({ entries: bodies }, options)).data;
  const ids = entries.flatMap(({ localId }, at): Outcome["ids"] => {
    const entry = made[at];
    return entry === undefined ? [] : [[localId, entry.id, entry.version]];
  });
  return { entries: made, removed: [], ids };
}

/**
 * Changes entries, all or none. Merges the changes with those that others made to different fields. Throws a `Conflict`
 * if they changed the same fields.
 */
export async function update(sent: Sent<WriteOf<"update">>, sender: Sender): Promise<Outcome> {
  const { key, write, lateReason } = sent;
  const { stint, entry, refresh } = sender;
  const changes: Change[] = [];
  for (const change of write.changes) changes.push(await withTask(change, key, sender));
  const ids = changes.map(({ id }) => id);
  if (ids.some((id) => entry(id) === undefined)) await refresh(ids);
  for (let attempt = 1; ; attempt++) {
    const isSeen = demandUnchanged(changes, sender);
    const bodies = changes.map(({ id, set: { tags, ...set } }) => {
      return { id, version: entry(id)?.version, ...set, tags: tags && [...tags], lateReason };
    });
    const [first] = bodies;
    try {
      let entries: TimeEntry[];
      if (first === undefined || bodies.length > 1)
        entries = (await stint.timeEntries.updateBatch({ entries: bodies })).data;
      else {
        const { id, version: _version, ...set } = first;
        entries = [await stint.timeEntries.update(id, set, { ifMatch: entry(id) })];
      }
      // If an entry contains changes that the person hasn't seen, the next write must compare values again.
      const known = entries.filter((_, at) => isSeen[at] === true);
      return { entries, removed: [], ids: known.map(({ id, version }) => [id, id, version]) };
    } catch (error) {
      if (!(error instanceof PreconditionFailedError || isMissing(error)) || attempt === maxAttempts) throw error;
      await refresh(ids);
      const gone = changes.filter(({ id }) => entry(id) === undefined);
      // Without a deleted entry, the new project or task is missing.
      if (isMissing(error) && gone.length === 0) throw error;
      if (gone.some(({ isForced }) => isForced !== true)) throw new Conflict("deleted", {}, { cause: error });
      for (const { id } of gone) await restoreForced(id, sender);
      if (gone.length > 0) await refresh(ids);
      const [left] = changes;
      if (changes.length === 1 && left?.entry !== undefined && entry(left.id) === undefined)
        return await createAgain({ ...left, entry: left.entry }, sent, sender);
    }
  }
}

/**
 * Adds the task General if the change has no task for its project. A move between two projects without tasks does not
 * even mention the task.
 */
async function withTask(change: Change, key: string, { generalTask }: Sender): Promise<Change> {
  const { set, entry } = change;
  const projectId = set.projectId ?? (set.taskId === taskToMake ? entry?.projectId : undefined);
  if (projectId === undefined || (set.taskId ?? taskToMake) !== taskToMake) return change;
  return { ...change, set: { ...set, taskId: await generalTask(projectId, key) } };
}

/**
 * Deletes the entries that are still there. If the write says what the person saw, throws a `Conflict` if someone else
 * has changed an entry since.
 */
export async function remove(
  { write: { ids, seen }, lateReason, before }: Sent<WriteOf<"delete">>,
  sender: Sender,
): Promise<Outcome> {
  const { stint, entry, refresh, find } = sender;
  let left = ids;
  if (seen !== undefined && ids.some((id) => entry(id) === undefined)) await refresh(ids);
  for (let attempt = 1; left[0] !== undefined; attempt++) {
    if (seen !== undefined)
      demandUnchanged(
        seen.map(({ version, entry: fields }, at) => ({ id: ids[at] ?? "", version, seen: fields, set: {} })),
        sender,
      );
    try {
      // Only batch requests accept a reason, so a single entry with a reason is deleted as a batch.
      if (left.length > 1 || lateReason !== undefined)
        await stint.timeEntries.deleteBatch({ ids: [...left], lateReason });
      else await stint.timeEntries.delete(left[0], seen && { ifMatch: entry(left[0]) });
      break;
    } catch (error) {
      if (!(error instanceof PreconditionFailedError || isMissing(error)) || attempt === maxAttempts) throw error;
      await refresh(left);
      left = left.length === 1 && isMissing(error) ? [] : left.filter((id) => entry(id) !== undefined);
    }
  }
  // An earlier attempt may have deleted the entries that are missing now.
  const isOwn = (id: string) => left.includes(id) || (before !== undefined && find(id)?.version !== goneBefore);
  return { entries: [], removed: [...ids], ids: ids.map((id) => [id, id, isOwn(id) ? 0 : goneBefore]) };
}

/** Restores the entries that are still deleted. */
export async function restore(
  { write: { ids }, lateReason }: Sent<WriteOf<"restore">>,
  { stint }: Sender,
): Promise<Outcome> {
  let live: TimeEntry[] = [];
  let left = ids;
  for (;;) {
    try {
      const restored = await restoreAll(left, lateReason, stint);
      return { entries: [...live, ...restored], removed: [], ids: [] };
    } catch (error) {
      if (!(error instanceof ConflictError) || live.length > 0) throw error;
      const found = await Promise.all(ids.map((id) => stint.timeEntries.get(id).catch(undefinedIfMissing)));
      live = found.filter((each) => each !== undefined);
      if (live.length === 0) throw error;
      left = ids.filter((_, at) => found[at] === undefined);
    }
  }
}

async function restoreAll(
  ids: readonly string[],
  lateReason: string | undefined,
  { timeEntries }: Stint,
): Promise<TimeEntry[]> {
  const [first] = ids;
  if (first === undefined) return [];
  // Only batch requests accept a reason.
  if (ids.length === 1 && lateReason === undefined) return [await timeEntries.restore(first)];
  return (await timeEntries.restoreBatch({ ids: [...ids], lateReason })).data;
}

/** Restores the entry, unless someone else has restored it or it was deleted for good. */
async function restoreForced(id: string, { stint }: Sender): Promise<void> {
  try {
    await stint.timeEntries.restore(id);
  } catch (error) {
    if (!(error instanceof ConflictError || isMissing(error))) throw error;
  }
}

/** Creates the changed entry anew, because it was deleted for good. */
async function createAgain(
  { id, entry, set }: Change & { entry: EntryFields },
  sent: Sent,
  sender: Sender,
): Promise<Outcome> {
  const again = { ...sent, write: { kind: "create" as const, entries: [{ ...entry, ...set, localId: id }] } };
  const outcome = (await findDone(again, sender)) ?? (await create(again, sender));
  return { ...outcome, removed: [...outcome.removed, id] };
}

/**
 * Throws a `Conflict` if someone else has changed fields of these entries since the person saw them. Ignores fields
 * that already have the wanted value, and those whose values the server chose. Returns for each entry whether the
 * person has seen all of it: its version is the one that the person saw, or the one that our last write made.
 */
function demandUnchanged(changes: readonly Change[], { entry, find }: Sender): boolean[] {
  const theirs: Record<string, object> = {};
  const isSeen = changes.map(({ id, version = 0, seen, set }) => {
    const now = entry(id);
    if (now === undefined || now.version <= Math.max(version, find(id)?.version ?? 0)) return now !== undefined;
    const chosen = [seen.taskId === taskToMake && "taskId", seen.billable === null && "billable"];
    const names = overwritten(now, seen, set).filter((name) => !chosen.includes(name));
    if (names.length > 0) theirs[id] = pick(now, names);
    return false;
  });
  if (Object.keys(theirs).length > 0) throw new Conflict("changed", theirs);
  return isSeen;
}
