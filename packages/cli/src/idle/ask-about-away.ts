// Asks what to do with periods in which the user was away while the timer ran.
import { canAsk, type Context, folderOf, note } from "#src/context/context.ts";
import { Failure } from "#src/failure/failure.ts";
import { type Absence, findAbsences } from "./absences.ts";
import { forgetAway, mayHaveBeenAway, readIdleMinutes, takeSamples, watchIdle } from "./watch.ts";
import { clock, duration } from "#src/output/words.ts";
import type { Action } from "#src/store/queue.ts";
import type { Store } from "#src/store/store.ts";
import { newLocalId, type TimerFields, type Write } from "@stint/offline/write.ts";
import { placeName } from "#src/typed/names.ts";
import { readWork } from "#src/typed/place-typed.ts";
import { act } from "#src/action/act.ts";
import { ask } from "#src/action/confirm.ts";
import { openData } from "#src/action/open-data.ts";

/**
 * Asks once about each absence that has ended. Does nothing without a terminal or without absences. Returns whether an
 * answer stopped the timer.
 */
export async function askAboutAway(context: Context): Promise<boolean> {
  const folder = folderOf(context);
  if (!canAsk(context) || !mayHaveBeenAway(folder, context.now())) return false;
  const nowMs = context.now();
  const minMs = readIdleMinutes(folder) * 60_000;
  using store = await openData(context);
  const { samples, askedMs } = takeSamples(folder, { isOver: store.view.timer === null });
  if (minMs === 0 || store.view.timer === null) return false;
  // The last sample is of now: the user is present.
  const text = `${samples}${Math.floor(nowMs / 1000)} 0 0\n`;
  const skewMs = store.nowMs - nowMs;
  for (const { fromMs, toMs } of findAbsences(text, { minMs, everyMs: 30_000, nowMs })) {
    // An absence cannot begin before the last question, because the user was present then, even over SSH with a locked
    // screen. So no period is asked about twice.
    const absence = { fromMs: Math.max(fromMs, askedMs) + skewMs, toMs: toMs + skewMs };
    if (await askAbout(context, absence, minMs)) {
      forgetAway(folder, { isOver: true });
      return true;
    }
  }
  watchIdle(context);
  return false;
}

const options = `  k  keep the time
  d  discard it, and go on
  s  discard it, and stop the timer
  o  log it to something else, and go on`;

async function askAbout(context: Context, absence: Absence, minMs: number): Promise<boolean> {
  using store = await openData(context);
  const { timer } = store.view;
  if (timer === null) return false;
  const fromMs = Math.max(absence.fromMs, Date.parse(timer.startedAt));
  const toMs = Math.min(absence.toMs, store.nowMs);
  if (toMs - fromMs < minMs) return false;
  const span = `${clock(fromMs, store.zone)} to ${clock(toMs, store.zone)} (${duration((toMs - fromMs) / 1000)})`;
  note(context, `You were away from ${span} while the timer ran on ${placeName(store, timer)}.\n${options}`);
  for (;;) {
    const answer = (await ask(context, "[k/d/s/o] ")).trim().toLowerCase();
    if (answer === "k") return false;
    const action = await toAction(context, store, { timer, fromMs, toMs }, answer);
    if (action === undefined) continue;
    await act(context, store, action, { dryRun: false, wait: false });
    return answer === "s";
  }
}

interface Away {
  timer: TimerFields;
  fromMs: number;
  toMs: number;
}

/** Returns the action for an answer; undefined if the answer is invalid. */
async function toAction(context: Context, store: Store, away: Away, answer: string): Promise<Action | undefined> {
  const { timer, fromMs, toMs } = away;
  const spent = duration((toMs - fromMs) / 1000);
  const stopping = stopAt(timer, fromMs);
  if (answer === "s")
    return { label: `Stopped at ${clock(fromMs, store.zone)}; ${spent} discarded.`, writes: [stopping] };
  const startedAt = new Date(toMs).toISOString();
  const going: Write = { kind: "startTimer", timer: { ...timer, startedAt }, stoppedLocalId: newLocalId() };
  const continued = `the timer continues from ${clock(toMs, store.zone)}.`;
  if (answer === "d") return { label: `Discarded ${spent}; ${continued}`, writes: [stopping, going] };
  if (answer !== "o") return undefined;
  const typed = (await ask(context, "What did you do? @project text: ")).trim();
  if (typed === "") return undefined;
  try {
    const { taskId = "", ...work } = readWork(store, typed);
    const entry = {
      ...work,
      taskId,
      startedAt: new Date(fromMs).toISOString(),
      durationSeconds: Math.floor((toMs - fromMs) / 1000),
      externalRef: null,
    };
    const logged: Write = { kind: "create", entries: [{ localId: newLocalId(), ...entry }] };
    return { label: `Logged ${spent} as ${typed}; ${continued}`, writes: [stopping, logged, going] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(context, `${error.message} ${error.next ?? ""}`.trim());
    return undefined;
  }
}

function stopAt({ startedAt }: TimerFields, atMs: number): Write {
  // If the absence began when the timer started, nothing of the timer would remain: discard it.
  if (atMs - Date.parse(startedAt) < 1000) return { kind: "discardTimer", of: { startedAt } };
  return { kind: "stopTimer", at: new Date(atMs).toISOString(), localId: newLocalId(), of: { startedAt } };
}
