// Each person has one timer, so the API doesn't name it. Another device may have replaced the timer since a write was
// made, so every write except a start first reads the timer and changes only the one that it was made for.
import {
  ConflictError,
  ConnectionError,
  NotFoundError,
  PreconditionFailedError,
  type Stint,
  type TimeEntry,
  type Timer,
} from "@stint/sdk";
import { findStarted } from "./find-made.ts";
import { sameFields } from "./same-fields.ts";
import { Conflict, ignoreGone, isPassing, type Known, lateMs, type Outcome, withEndAt } from "./sending.ts";
import { isTimer, type Queued, type Write } from "./write.ts";

type WriteOf<Kind> = Extract<Write, { kind: Kind }>;

const maxAttempts = 4;

export async function startTimer(
  stint: Stint,
  write: WriteOf<"startTimer">,
  { key, made }: Queued,
  known: Known,
): Promise<Outcome> {
  const startMs = Date.parse(write.timer.startedAt);
  // A start that is sent at once needs no check, because no timer can have been started after it.
  if (write.isForced !== true && known.now() - startMs > lateMs) {
    const running = (await stint.timers.list({ userId: "me" })).data[0];
    if (running !== undefined && Date.parse(running.startedAt) > startMs) {
      const started = await findStarted(stint, write, made, known);
      if (started === undefined) throw new Conflict();
      return await withoutReplaced(stint, write, started);
    }
  }
  const { timer, stopped } = await stint.timer.start(write.timer, { idempotencyKey: key });
  const ids = stopped === null ? {} : { [write.stoppedLocalId]: stopped.id };
  return withoutReplaced(stint, write, { entries: stopped === null ? [] : [stopped], removed: [], timer, ids });
}

/** Deletes the entry that the started timer replaces. */
export async function withoutReplaced(
  { timeEntries }: Stint,
  { replaces }: WriteOf<"startTimer">,
  outcome: Outcome,
): Promise<Outcome> {
  if (replaces === undefined) return outcome;
  try {
    await timeEntries.delete(replaces).catch(ignoreGone);
  } catch (error) {
    if (error instanceof ConnectionError || isPassing(error)) throw error;
    // The timer runs, so the write has not failed. The screen shows the entry again.
    return outcome;
  }
  return { ...outcome, removed: [...outcome.removed, replaces] };
}

/**
 * After the server has refused a start that was made some time ago, stops the timer that the start would have stopped,
 * because the person left that work long ago. Returns undefined if there was no such timer, or if the server refuses
 * the stop as well.
 */
export async function stopFormer(
  stint: Stint,
  { key, write, made, isRetried }: Queued,
  { now }: Known,
): Promise<Outcome | undefined> {
  const { timerStartedAt, timerCreatedAt: createdAt } = made;
  if (write.kind !== "startTimer" || timerStartedAt === undefined) return undefined;
  // If the refusal came at once, the person has seen that the timer still runs, so it keeps running.
  if (isRetried === true || now() - Date.parse(made.at) <= lateMs) return undefined;
  try {
    const running = await findTimer(stint);
    const isIt = isTimer(running, { startedAt: timerStartedAt, createdAt });
    if (!isIt) return undefined;
    const options = { idempotencyKey: `${key}-stop`, ifMatch: running };
    const entry = await stint.timers.stop(running.userId, { endedAt: write.timer.startedAt }, options);
    return { entries: [entry], removed: [], timer: null, ids: { [write.stoppedLocalId]: entry.id } };
  } catch (error) {
    if (error instanceof ConnectionError || isPassing(error)) throw error;
    return undefined;
  }
}

export async function updateTimer(stint: Stint, { of, set }: WriteOf<"updateTimer">): Promise<Outcome> {
  return withTimer(stint, async (running) => {
    // An earlier attempt whose reply was lost may have changed the start.
    const isSet = running !== null && sameFields(running, { ...set, taskId: set.taskId ?? running.taskId });
    if (!isSet && !isTimer(running, of)) throw new Conflict();
    return { entries: [], removed: [], timer: await stint.timer.update(set, { ifMatch: running }), ids: {} };
  });
}

export async function stopTimer(
  stint: Stint,
  { of, at, localId }: WriteOf<"stopTimer">,
  { key }: Queued,
): Promise<Outcome> {
  return withTimer(stint, async (running) => {
    const isIt = isTimer(running, of);
    const timer = isIt ? null : running;
    const outcomeOf = (entry: TimeEntry) => ({ entries: [entry], removed: [], timer, ids: { [localId]: entry.id } });
    try {
      // If another timer or none is running, this only fetches the stored reply to an earlier attempt. The server then
      // stops nothing, because no timer has the ETag "none".
      const stopped = await stint.timer.stop({ idempotencyKey: key, ifMatch: isIt ? running : '"none"' });
      return outcomeOf(await withEndAt(stint, stopped, at));
    } catch (error) {
      if (isIt || !hasChanged(error)) throw error;
    }
    const entry = of === undefined ? undefined : await findEntryAt(stint, of.startedAt);
    if (entry === undefined) throw new Conflict();
    return outcomeOf(entry);
  });
}

export async function discardTimer(stint: Stint, { of }: WriteOf<"discardTimer">): Promise<Outcome> {
  return withTimer(stint, async (running) => {
    const isIt = isTimer(running, of);
    if (isIt) await stint.timer.discard({ ifMatch: running }).catch(ignoreGone);
    return { entries: [], removed: [], timer: isIt ? null : running, ids: {} };
  });
}

/** Runs `work` with the running timer, and again if that timer changes or ends in the meantime. */
async function withTimer(stint: Stint, work: (running: Timer | null) => Promise<Outcome>): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const running = await findTimer(stint);
    try {
      return await work(running);
    } catch (error) {
      if (!hasChanged(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** Reads the timer with its ETag, which a list doesn't contain. */
async function findTimer(stint: Stint): Promise<Timer | null> {
  try {
    return await stint.timer.get();
  } catch (error) {
    // Requires a code, because a 404 without one comes from a proxy.
    if (error instanceof NotFoundError && error.code !== undefined) return null;
    throw error;
  }
}

function hasChanged(error: unknown): boolean {
  if (error instanceof PreconditionFailedError) return true;
  return error instanceof ConflictError && error.code === "timer_not_running";
}

async function findEntryAt({ timeEntries }: Stint, startedAt: string): Promise<TimeEntry | undefined> {
  const from = new Date(startedAt);
  return (await timeEntries.list({ userId: "me", from, to: new Date(from.getTime() + 1), limit: 1 })).data[0];
}
