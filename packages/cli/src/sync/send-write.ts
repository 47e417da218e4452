// Sends one write. Sending it again with the same key has no further effect.
import { ApiError, ConflictError, NotFoundError, PreconditionFailedError } from "@stint/sdk";
import type { Stint, TimeEntry, Timer } from "@stint/sdk";
import type { EntryFields, TimerFields, Update, Write } from "#src/store/write.ts";
import { taskToMake } from "@stint/grammar/place-items.ts";
import { differing, pick, sameFields } from "./same-fields.ts";
import { hasChanged, isDeletion, nameOfChanger } from "./name-of-changer.ts";

/** Thrown if someone else has changed the same fields. `theirs` contains the server's values. */
export class Conflict extends Error {
  readonly theirs: Record<string, unknown> | null;

  constructor(message: string, theirs: Record<string, unknown> | null) {
    super(message);
    this.theirs = theirs;
  }
}

/** The effects of a write on the server. */
export interface Outcome {
  entries: TimeEntry[];
  removed: string[];
  /** Undefined if the timer did not change. */
  timer?: Timer | null;
  /**
   * The server's ids and versions of the affected objects, by local id. If an object can contain changes by others that
   * the user has not seen, its version is an older one, so that the next write compares `seen` with the object.
   */
  ids: [localId: string, id: string, version: number][];
}

export interface Sending {
  stint: Stint;
  key: string;
  userId: string;
  /** Whether the write may already have been sent. */
  isRepeated: boolean;
  /** When the write was first sent, by the server's clock. */
  firstSentMs: number;
  find: (id: string) => { id: string; version: number } | undefined;
}

export async function sendWrite(write: Write, sending: Sending): Promise<Outcome> {
  switch (write.kind) {
    case "create":
      return await create(write, sending);
    case "update":
      return await update(write, sending);
    case "delete":
      return await remove(write, sending);
    case "restore":
      return changed(await restore(sending.find(write.id)?.id ?? write.id, sending), 0);
    case "start":
      return await start(write, sending);
    case "stop":
      return await stop(write, sending);
    case "changeTimer":
      return await changeTimer(write, sending);
    case "discard":
      return await discard(write, sending);
  }
}

async function create({ entries }: Extract<Write, { kind: "create" }>, sending: Sending): Promise<Outcome> {
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

/** Returns the task General of the project, which the server creates if there is none. */
async function generalTask(projectId: string, { stint, key }: Sending): Promise<string> {
  return (await stint.tasks.ensureGeneral(projectId, { idempotencyKey: `${key}-${projectId}` })).taskId;
}

/**
 * Changes the entry. Merges the change with changes that others made to different fields. Throws a `Conflict` if they
 * changed the same fields.
 */
async function update({ id, version, seen, set: wanted, isForced }: Update, sending: Sending): Promise<Outcome> {
  const { stint, find } = sending;
  const { projectId, taskId } = wanted;
  const isTaskMissing = taskId === taskToMake && projectId !== undefined;
  const set = isTaskMissing ? { ...wanted, taskId: await generalTask(projectId, sending) } : wanted;
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
    // What is missing is the new project or task.
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

async function restore(id: string, { stint, key }: Sending): Promise<TimeEntry> {
  try {
    return await stint.timeEntries.restore(id, { idempotencyKey: key });
  } catch (error) {
    // On a conflict, someone else has already restored the entry.
    if (!(error instanceof ConflictError)) throw error;
    return await stint.timeEntries.get(id);
  }
}

async function restoreForced(id: string, sending: Sending): Promise<TimeEntry> {
  try {
    return await restore(id, sending);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Conflict("The entry was deleted for good, so it can't be restored. Log the time again.", null);
  }
}

async function remove(
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

/** Returns the fields that someone changed. If the server chose a field's value, a difference does not mean that. */
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

/** Requires a code, which only Stint's errors have: a proxy's 404 does not mean that there is no such object. */
const isMissing = (error: unknown): boolean => error instanceof NotFoundError && error.code !== undefined;

async function start(
  { timer, localId, isForced }: Extract<Write, { kind: "start" }>,
  { stint, key, isRepeated }: Sending,
): Promise<Outcome> {
  if (!isRepeated && isForced !== true) {
    const running = await findTimer(stint);
    if (running !== undefined && Date.parse(running.startedAt) > Date.parse(timer.startedAt))
      throw new Conflict("Another timer was started later, elsewhere.", { ...running });
  }
  const reply = await stint.timer.start(timer, { idempotencyKey: key });
  const { stopped } = reply;
  const ids: Outcome["ids"] = [[timerName(timer.startedAt), reply.timer.startedAt, 0]];
  if (stopped !== null) ids.push([localId, stopped.id, 0]);
  return { entries: stopped === null ? [] : [stopped], removed: [], timer: reply.timer, ids };
}

/**
 * Stops the timer that a refused start would have stopped, because the user has left that work in any case. Returns
 * undefined if there is none, or if the server refuses this as well.
 */
export async function stopFormer(
  { timer: { startedAt }, localId }: Extract<Write, { kind: "start" }>,
  { stint, key, userId, isRepeated }: Sending,
): Promise<Outcome | undefined> {
  const running = await findTimer(stint);
  const isFormer = running !== undefined && Date.parse(running.startedAt) < Date.parse(startedAt);
  if (!isFormer && !isRepeated) return undefined;
  // If it has already been stopped, only the saved reply is useful, as in `stop`.
  const options = { idempotencyKey: `${key}-stop`, ifMatch: isFormer ? running : '"none"' };
  try {
    const entry = await stint.timers.stop(userId, { endedAt: startedAt }, options);
    return { entries: [entry], removed: [], timer: isFormer ? null : (running ?? null), ids: [[localId, entry.id, 0]] };
  } catch (error) {
    if (isPassing(error)) throw error;
    return undefined;
  }
}

async function stop(
  { startedAt, endedAt, localId }: Extract<Write, { kind: "stop" }>,
  sending: Sending,
): Promise<Outcome> {
  const { stint, key, userId, isRepeated } = sending;
  const began = beganAt(startedAt, sending);
  const running = await findTimer(stint);
  const isIt = running !== undefined && Date.parse(running.startedAt) === Date.parse(began);
  const stopped = (entry: TimeEntry): Outcome => ({
    entries: [entry],
    removed: [],
    timer: isIt || running === undefined ? null : running,
    ids: [[localId, entry.id, 0]],
  });
  if (isIt || isRepeated) {
    // If this timer no longer runs, only the saved reply to an earlier attempt is useful. `"none"` then keeps the
    // request from stopping another timer.
    const ifMatch = isIt ? running : '"none"';
    try {
      return stopped(await stint.timers.stop(userId, { endedAt }, { idempotencyKey: key, ifMatch }));
    } catch (error) {
      if (isIt || !(error instanceof ConflictError || error instanceof PreconditionFailedError)) throw error;
    }
  }
  const entry = await findEntryAt(stint, began);
  if (entry === undefined && running !== undefined) throw anotherTimer(running, Object.keys(running));
  if (entry === undefined) throw new Conflict(discardedElsewhere, null);
  if (Math.abs(Date.parse(entry.endedAt) - Date.parse(endedAt)) < 1000) return stopped(entry);
  throw new Conflict("The timer was stopped elsewhere.", { ...entry });
}

async function changeTimer(
  { startedAt, seen, set }: Extract<Write, { kind: "changeTimer" }>,
  sending: Sending,
): Promise<Outcome> {
  const { stint } = sending;
  const running = await findTimer(stint);
  if (running === undefined || Date.parse(running.startedAt) !== Date.parse(beganAt(startedAt, sending))) {
    if (running !== undefined && sameFields(running, set)) return { entries: [], removed: [], timer: running, ids: [] };
    throw await whyNotRunning(startedAt, running, sending, differing(running ?? {}, seen));
  }
  const theirs = differing(running, seen).filter(
    (name) => !sameFields(running, { [name]: set[name as keyof TimerFields] }),
  );
  if (theirs.length > 0) throw new Conflict("Someone else changed the same fields.", { ...pick(running, theirs) });
  const timer = await stint.timer.update(set, { ifMatch: running });
  const ids: Outcome["ids"] = set.startedAt === undefined ? [] : [[timerName(set.startedAt), timer.startedAt, 0]];
  return { entries: [], removed: [], timer, ids };
}

async function discard({ startedAt }: Extract<Write, { kind: "discard" }>, sending: Sending): Promise<Outcome> {
  const { stint, isRepeated } = sending;
  const running = await findTimer(stint);
  if (running === undefined || Date.parse(running.startedAt) !== Date.parse(beganAt(startedAt, sending))) {
    const why = isRepeated ? undefined : await whyNotRunning(startedAt, running, sending, Object.keys(running ?? {}));
    if (why !== undefined && why.theirs !== null) throw why;
    return { entries: [], removed: [], timer: running ?? null, ids: [] };
  }
  await stint.timer.discard({ ifMatch: running });
  return { entries: [], removed: [], timer: null, ids: [] };
}

async function whyNotRunning(
  startedAt: string,
  running: Timer | undefined,
  sending: Sending,
  names: string[],
): Promise<Conflict> {
  const entry = await findEntryAt(sending.stint, beganAt(startedAt, sending));
  if (entry !== undefined) return new Conflict("The timer was stopped elsewhere.", { ...entry });
  return running === undefined ? new Conflict(discardedElsewhere, null) : anotherTimer(running, names);
}

const discardedElsewhere = "The timer was discarded elsewhere.";

/** Timers are told apart by their start, so only the user knows whether this is the same one. */
const anotherTimer = (running: Timer, names: string[]): Conflict =>
  new Conflict(
    "The timer's start was changed elsewhere, or another timer was started.",
    pick(running, ["startedAt", ...names]),
  );

/** Returns the timer's start on the server. It differs if a start in the future was replaced. */
const beganAt = (startedAt: string, { find }: Sending): string => find(timerName(startedAt))?.id ?? startedAt;

const timerName = (startedAt: string): string => `timer ${Date.parse(startedAt)}`;

async function findTimer(stint: Stint): Promise<Timer | undefined> {
  try {
    return await stint.timer.get();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function findEntryAt(stint: Stint, startedAt: string): Promise<TimeEntry | undefined> {
  const from = new Date(startedAt);
  const page = await stint.timeEntries.list({ userId: "me", from, to: new Date(from.getTime() + 1), limit: 1 });
  return page.data[0];
}

function changed(entry: TimeEntry, version: number): Outcome {
  return { entries: [entry], removed: [], ids: [[entry.id, entry.id, version]] };
}

/** Whether a retry can succeed without a decision by the user. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !(error instanceof Conflict);
  return error.status >= 500 || [401, 408, 429].includes(error.status) || error.code === undefined;
}
