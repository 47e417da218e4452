import { ConflictError, PreconditionFailedError } from "@stint/sdk";
import type { Stint, TimeEntry } from "@stint/sdk";
import { taskToMake, usualTask } from "@stint/grammar/place-items.ts";
import type { EntryFields, Update, Write } from "#src/store/write.ts";
import { hasChanged, isDeletion, nameOfChanger } from "./name-of-changer.ts";
import { Conflict, isMissing, type Outcome, type Sending } from "./outcome.ts";
import { differing, pick, sameFields } from "./same-fields.ts";
import { TooOld } from "./too-old.ts";

export async function create({ entries }: Extract<Write, { kind: "create" }>, sending: Sending): Promise<Outcome> {
  const { stint, key } = sending;
  const bodies: (EntryFields & { source: "cli" })[] = [];
  for (const { localId: _localId, ...fields } of entries) {
    const taskId = fields.taskId === taskToMake ? await generalTask(fields.projectId, sending) : fields.taskId;
    bodies.push({ ...fields, taskId, source: "cli" });
  }
  const [first] = bodies;
  if (first === undefined) return { entries: [], removed: [], ids: [] };
  const options = { idempotencyKey: key };
  const made =
    bodies.length === 1
      ? [await stint.timeEntries.create(first, options)]
      : (await stint.timeEntries.createBatch({ entries: bodies }, options)).data;
  const ids = entries.map(({ localId }, at): Outcome["ids"][number] => {
    const { id = "", version = 0 } = made[at] ?? {};
    return [localId, id, version];
  });
  return { entries: made, removed: [], ids };
}

/** Returns the id of the project's task General. If the project has no such task, the server creates it. */
async function generalTask(projectId: string, { stint, key }: Sending): Promise<string> {
  const idempotencyKey = `${key}-${projectId}`;
  try {
    return (await stint.tasks.ensureGeneral(projectId, { idempotencyKey })).taskId;
  } catch (error) {
    if (!(error instanceof TooOld)) throw error;
  }
  // An older server lacks this operation, so choose or create a task here. Creating one may fail, because that server does not let everyone create tasks.
  const found = usualTask(await Array.fromAsync(stint.tasks.list(projectId)));
  const body = { name: "General" };
  return (found ?? (await stint.tasks.create(projectId, body, { idempotencyKey: `${idempotencyKey}-task` }))).id;
}

/**
 * Changes the entry. Merges the change with changes that others made to different fields. Throws a `Conflict` if they
 * changed the same fields.
 */
export async function update(write: Update, sending: Sending): Promise<Outcome> {
  const { id, version, seen, isForced } = write;
  const { stint, find } = sending;
  const set = await withTask(write, sending);
  const ours = find(id);
  const entryId = ours?.id ?? id;
  const known = Math.max(version, ours?.version ?? 0);
  let expected = known;
  for (let attempt = 1; ; attempt++) {
    let failure: unknown;
    try {
      const entry = await stint.timeEntries.update(entryId, set, { ifMatch: { version: expected } });
      return changed(entry, attempt === 1 ? entry.version : known);
    } catch (error) {
      if (!(error instanceof PreconditionFailedError || isMissing(error)) || attempt > 5) throw error;
      failure = error;
    }
    const entry = await findEntry(stint, entryId);
    if (entry === undefined) {
      if (isForced !== true)
        throw new Conflict(`${await nameOfChanger(entryId, sending, isDeletion)} deleted this entry.`, null);
      expected = (await restoreForced(entryId, sending)).version;
      continue;
    }
    // The new project or task is missing, not the entry.
    if (isMissing(failure)) throw failure;
    if (sameFields(entry, set)) return changed(entry, known);
    const theirs = changedFields(entry, seen).filter(
      (name) => !sameFields(entry, { [name]: set[name as keyof EntryFields] }),
    );
    if (theirs.length > 0) {
      const who = await nameOfChanger(entryId, sending, hasChanged(theirs));
      throw new Conflict(`${who} changed the same fields.`, { ...pick(entry, theirs) });
    }
    expected = entry.version;
  }
}

/**
 * Adds the task General if the change has no task for its project. A move between two projects without tasks does not
 * even mention the task.
 */
async function withTask({ set, entry }: Update, sending: Sending): Promise<Update["set"]> {
  const projectId = set.projectId ?? (set.taskId === taskToMake ? entry?.projectId : undefined);
  const isTaskMissing = projectId !== undefined && (set.taskId ?? taskToMake) === taskToMake;
  return isTaskMissing ? { ...set, taskId: await generalTask(projectId, sending) } : set;
}

async function restoreEntry(id: string, { stint, key }: Sending): Promise<TimeEntry> {
  try {
    return await stint.timeEntries.restore(id, { idempotencyKey: key });
  } catch (error) {
    // On a conflict, someone else has already restored the entry.
    if (!(error instanceof ConflictError)) throw error;
    return await stint.timeEntries.get(id);
  }
}

export async function restore({ id }: Extract<Write, { kind: "restore" }>, sending: Sending): Promise<Outcome> {
  return changed(await restoreEntry(sending.find(id)?.id ?? id, sending), 0);
}

async function restoreForced(id: string, sending: Sending): Promise<TimeEntry> {
  try {
    return await restoreEntry(id, sending);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Conflict("The entry was deleted for good, so it can't be restored. Log the time again.", null);
  }
}

export async function remove(
  { id, version, entry: seen }: Extract<Write, { kind: "delete" }>,
  sending: Sending,
): Promise<Outcome> {
  const { stint, find } = sending;
  const ours = find(id);
  const entryId = ours?.id ?? id;
  const done: Outcome = { entries: [], removed: [entryId], ids: [] };
  let expected = Math.max(version, ours?.version ?? 0);
  for (let attempt = 1; ; attempt++) {
    try {
      await stint.timeEntries.delete(entryId, { ifMatch: { version: expected } });
      return done;
    } catch (error) {
      if (isMissing(error)) return done;
      if (!(error instanceof PreconditionFailedError) || attempt > 5) throw error;
    }
    const entry = await findEntry(stint, entryId);
    if (entry === undefined) return done;
    const names = changedFields(entry, seen);
    if (names.length > 0) {
      const who = await nameOfChanger(entryId, sending, hasChanged(names));
      throw new Conflict(`${who} changed this entry.`, { ...pick(entry, names) });
    }
    expected = entry.version;
  }
}

/** Returns the fields that someone changed. Ignores differences in fields whose values the server chose. */
function changedFields(entry: TimeEntry, seen: Partial<EntryFields>): string[] {
  const chosen = [seen.taskId === "" && "taskId", seen.billable === null && "billable"];
  return differing(entry, seen).filter((name) => !chosen.includes(name));
}

async function findEntry(stint: Stint, id: string): Promise<TimeEntry | undefined> {
  try {
    return await stint.timeEntries.get(id);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function changed(entry: TimeEntry, version: number): Outcome {
  return { entries: [entry], removed: [], ids: [[entry.id, entry.id, version]] };
}
