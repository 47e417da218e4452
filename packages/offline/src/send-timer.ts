// Each person has one timer, so the API doesn't name it. Another device may have replaced the timer since a write was
// made, so every write except a start at once first reads the timer and changes only the one that it was made for.
import { taskToMake } from "@stint/grammar/choose-project.ts";
import { ApiError, ConflictError, PreconditionFailedError, type Stint, type TimeEntry, type Timer } from "@stint/sdk";
import { differing, overwritten, pick, sameFields, withoutUndefined } from "./fields.ts";
import { findStarted, listRunning } from "./find-done.ts";
import { Conflict, isMissing, isPassing, type Outcome, type Sender, type Sent, undefinedIfMissing } from "./outcome.ts";
import { discardedHere, isTimer, type TimerFields, type TimerName, timerKey, type WriteOf } from "./write.ts";

/** A write that is sent later than this after it was made is late: something may have happened in between. */
export const lateMs = 2000;

const maxAttempts = 4;

export async function startTimer(sent: Sent<WriteOf<"startTimer">>, sender: Sender): Promise<Outcome> {
  const { stint, now } = sender;
  const { key, write, before } = sent;
  const startMs = Date.parse(write.timer.startedAt);
  if (write.isForced !== true) {
    // A start that is sent at once needs no check, because no timer can have been started after it.
    const running = now() - startMs > lateMs ? await listRunning(stint) : null;
    // Another device has already started the same timer; it may have changed a timer that runs again.
    const { replaces, timer } = write;
    const same = replaces === undefined ? withoutTaskToMake(timer) : { startedAt: timer.startedAt };
    if (running !== null && before === undefined && sameFields(running, same))
      return { entries: [], removed: [], timer: running, ids: [] };
    const isLater = running !== null && Date.parse(running.startedAt) > startMs;
    const conflict = isLater
      ? new Conflict("laterTimer", { timer: running }, { running })
      : await endedElsewhere(write, sender);
    if (conflict !== undefined) {
      const started = before && (await findStarted(sent, sender));
      if (started === undefined) throw conflict;
      return started;
    }
  }
  const body = { ...write.timer, tags: [...write.timer.tags] };
  const { timer, stopped } = await stint.timer.start(withoutUndefined(body), { idempotencyKey: key });
  const outcome: Outcome = { entries: [], removed: [], timer, ids: [] };
  if (stopped !== null) {
    outcome.entries.push(stopped);
    outcome.ids.push([write.stoppedLocalId, stopped.id, 0]);
  }
  return outcome;
}

/** Returns the conflict of a timer that shall run again, unless it ended by our own write and its entry is still there. */
async function endedElsewhere(
  { timer: { startedAt }, replaces }: WriteOf<"startTimer">,
  { stint, find }: Sender,
): Promise<Conflict | undefined> {
  if (replaces === undefined) return undefined;
  if (replaces === null)
    return find(timerKey(startedAt))?.version === discardedHere ? undefined : new Conflict("stopped", {});
  const entry = await stint.timeEntries.get(replaces).catch(undefinedIfMissing);
  if (entry !== undefined && sameFields(entry, { startedAt })) return undefined;
  return new Conflict("stopped", entry === undefined ? {} : { entry });
}

/**
 * After the server has refused a start, stops the timer that the start would have stopped, because the person has left
 * that work in any case. Returns undefined if there is no such timer, or if the server refuses the stop as well.
 */
export async function stopFormer(
  { key, write, made, before }: Sent<WriteOf<"startTimer">>,
  { stint, userId }: Sender,
): Promise<Outcome | undefined> {
  const { timerStartedAt, timerCreatedAt: createdAt } = made;
  const { startedAt } = write.timer;
  const running = await findTimer(stint);
  const isFormer =
    running !== null &&
    (timerStartedAt === undefined
      ? Date.parse(running.startedAt) < Date.parse(startedAt)
      : isTimer(running, { startedAt: timerStartedAt, createdAt }));
  if (!isFormer && before === undefined) return undefined;
  // If that timer no longer runs, only the saved reply to an earlier attempt is useful, as in `stopTimer`.
  const options = { idempotencyKey: `${key}-stop`, ifMatch: isFormer ? running : '"none"' };
  try {
    const entry = await stint.timers.stop(userId, { endedAt: startedAt }, options);
    return stopped(entry, write.stoppedLocalId, isFormer ? null : running);
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    return undefined;
  }
}

export async function updateTimer(write: WriteOf<"updateTimer">, { stint }: Sender): Promise<Outcome> {
  const set = withoutTaskToMake(write.set);
  const seen = withoutTaskToMake(write.seen);
  return withTimer(stint, async (running) => {
    if (!isTimer(running, write.of)) {
      // An earlier attempt whose reply was lost may have changed the start.
      if (running !== null && sameFields(running, set)) return { entries: [], removed: [], timer: running, ids: [] };
      throw await whyNotRunning(stint, write.of, running, differing(running ?? {}, seen));
    }
    demandUnchanged(running, seen, set);
    return { entries: [], removed: [], timer: await stint.timer.update(set, { ifMatch: running }), ids: [] };
  });
}

/**
 * If a write moves the timer to a project and names no task, the server chooses or creates the task, so its id is never
 * compared.
 */
function withoutTaskToMake({ taskId, tags, ...fields }: Partial<TimerFields>) {
  return withoutUndefined({
    ...fields,
    ...(tags && { tags: [...tags] }),
    ...(taskId === taskToMake ? {} : { taskId }),
  });
}

export async function stopTimer(
  { key, write: { of, at, localId }, before }: Sent<WriteOf<"stopTimer">>,
  { stint, userId }: Sender,
): Promise<Outcome> {
  return withTimer(stint, async (running) => {
    const isIt = isTimer(running, of);
    const left = isIt ? null : running;
    if (isIt || before !== undefined) {
      // If this timer no longer runs, only the saved reply to an earlier attempt is useful. No timer has the ETag
      // "none", so the server then stops nothing.
      const ifMatch = isIt ? running : '"none"';
      // If its start has been moved past the stop, it ends now.
      const body = isIt && Date.parse(running.startedAt) > Date.parse(at) ? {} : { endedAt: at };
      try {
        return stopped(await stint.timers.stop(userId, body, { idempotencyKey: key, ifMatch }), localId, left);
      } catch (error) {
        if (isIt || !(error instanceof ApiError) || isPassing(error)) throw error;
      }
    }
    const why = await whyNotRunning(stint, of, running, Object.keys(running ?? {}));
    const { entry } = why.theirs as { entry?: TimeEntry };
    if (entry !== undefined && Math.abs(Date.parse(entry.endedAt) - Date.parse(at)) < 1000)
      return stopped(entry, localId, left);
    throw why;
  });
}

function stopped(entry: TimeEntry, localId: string, timer: Timer | null): Outcome {
  return { entries: [entry], removed: [], timer, ids: [[localId, entry.id, 0]] };
}

export async function discardTimer(
  { write: { of, seen = {} }, before }: Sent<WriteOf<"discardTimer">>,
  { stint }: Sender,
): Promise<Outcome> {
  return withTimer(stint, async (running) => {
    if (isTimer(running, of)) {
      demandUnchanged(running, seen, {});
      await stint.timer.discard({ ifMatch: running });
      return discarded(of, null);
    }
    const why = await whyNotRunning(stint, of, running, Object.keys(running ?? {}));
    if (why.reason !== "discarded" && !(before && why.reason === "otherTimer")) throw why;
    return discarded(of, running);
  });
}

function discarded(of: TimerName | undefined, timer: Timer | null): Outcome {
  return { entries: [], removed: [], timer, ids: of ? [[timerKey(of.startedAt), of.startedAt, discardedHere]] : [] };
}

function demandUnchanged(running: Timer, seen: Partial<TimerFields>, set: Partial<TimerFields>): void {
  const theirs = overwritten(running, seen, set);
  if (theirs.length > 0) throw new Conflict("changed", { timer: pick(running, theirs) }, { running });
}

async function whyNotRunning(
  stint: Stint,
  of: TimerName | undefined,
  running: Timer | null,
  names: readonly string[],
): Promise<Conflict> {
  const [entry] = of === undefined ? [] : await listEntriesAt(stint, of.startedAt);
  if (entry !== undefined) return new Conflict("stopped", { entry }, { running });
  if (running === null) return new Conflict("discarded", {}, { running });
  return new Conflict("otherTimer", { timer: pick(running, ["startedAt", ...names]) }, { running });
}

/** Runs `work` with the running timer, and again if that timer changes or ends in the meantime. */
async function withTimer(stint: Stint, work: (running: Timer | null) => Promise<Outcome>): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const running = await findTimer(stint);
    try {
      return await work(running);
    } catch (error) {
      const hasEnded = error instanceof ConflictError && error.code === "timer_not_running";
      const hasChanged = hasEnded || error instanceof PreconditionFailedError || isMissing(error);
      if (!hasChanged || running === null || attempt === maxAttempts) throw error;
    }
  }
}

/** Reads the timer with its ETag, which a list doesn't contain. */
async function findTimer(stint: Stint): Promise<Timer | null> {
  try {
    return await stint.timer.get();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function listEntriesAt({ timeEntries }: Stint, startedAt: string): Promise<TimeEntry[]> {
  const from = new Date(startedAt);
  return (await timeEntries.list({ userId: "me", from, to: new Date(from.getTime() + 1) })).data;
}
