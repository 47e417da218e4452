import { ConflictError, PreconditionFailedError } from "@stint/sdk";
import type { Stint, TimeEntry, Timer } from "@stint/sdk";
import { taskToMake } from "@stint/grammar/place-items.ts";
import type { TimerFields, Write } from "#src/store/write.ts";
import { Conflict, isMissing, isPassing, type Outcome, type Sending } from "./outcome.ts";
import { differing, pick, sameFields } from "./same-fields.ts";

export async function start(
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
 * undefined if there is no such timer, or if the server refuses to stop it.
 */
export async function stopFormer(
  { timer: { startedAt }, localId }: Extract<Write, { kind: "start" }>,
  { stint, key, userId, isRepeated }: Sending,
): Promise<Outcome | undefined> {
  const running = await findTimer(stint);
  const isFormer = running !== undefined && Date.parse(running.startedAt) < Date.parse(startedAt);
  if (!isFormer && !isRepeated) return undefined;
  // If that timer no longer runs, only the saved reply to an earlier attempt is useful, as in `stop`.
  const options = { idempotencyKey: `${key}-stop`, ifMatch: isFormer ? running : '"none"' };
  try {
    const entry = await stint.timers.stop(userId, { endedAt: startedAt }, options);
    return { entries: [entry], removed: [], timer: isFormer ? null : (running ?? null), ids: [[localId, entry.id, 0]] };
  } catch (error) {
    if (isPassing(error)) throw error;
    return undefined;
  }
}

export async function stop(
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

export async function changeTimer(
  { startedAt, ...write }: Extract<Write, { kind: "changeTimer" }>,
  sending: Sending,
): Promise<Outcome> {
  const { stint } = sending;
  const set = withoutTaskToMake(write.set);
  const seen = withoutTaskToMake(pick(write.seen, Object.keys(set)));
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

/**
 * If a write moves the timer to a project and names no task, the server chooses or creates the task, so its id is never
 * compared.
 */
function withoutTaskToMake({ taskId, ...fields }: Partial<TimerFields>): Partial<TimerFields> {
  return taskId === undefined || taskId === taskToMake ? fields : { ...fields, taskId };
}

export async function discard({ startedAt }: Extract<Write, { kind: "discard" }>, sending: Sending): Promise<Outcome> {
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
