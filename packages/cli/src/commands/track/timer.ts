import { act } from "#src/action/act.ts";
import { openData } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import { canAsk, type Context, folderOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { forgetAway, watchIdle } from "#src/idle/watch.ts";
import { duration, exactClock } from "#src/output/words.ts";
import { workText } from "#src/shown/entry-line.ts";
import type { Store } from "#src/store/store.ts";
import { lastEntry, todaySeconds } from "#src/store/view.ts";
import { newLocalId, type Write } from "@stint/offline/write.ts";
import { findMentioned } from "#src/typed/find-entry.ts";
import { readInstant } from "#src/typed/instants.ts";
import { placeName } from "#src/typed/names.ts";
import { readWork, type Work, workOf } from "#src/typed/place-typed.ts";

type StartFlags = Flags<"start">;

export async function start(this: Context, flags: StartFlags, ...words: string[]): Promise<void> {
  using store = await openData(this);
  const typed = words.join(" ").trim();
  await begin(this, store, typed === "" && !flags.tag ? again(store, flags) : named(store, typed, flags), flags);
}

/** Returns the work of the last entry, so that a timer can go on with it. */
function again(store: Store, flags: StartFlags): Work {
  if (store.view.timer !== null) throw wrongInput("A timer is already running.", "Say what to switch to.");
  const last = lastEntry(store);
  if (last === undefined) throw wrongInput("Which project?", "Add one with @, as in stint start @website.");
  return workOf(store, last, flags);
}

/**
 * Like `start`, but requires a running timer and a text. Without a project in the text or for the repository, keeps the
 * timer's.
 */
export async function switchTo(this: Context, flags: StartFlags, ...words: string[]): Promise<void> {
  using store = await openData(this);
  if (store.view.timer === null) throw wrongInput("No timer is running.", "Start one: stint start @project text");
  const typed = words.join(" ").trim();
  if (typed === "") throw wrongInput("Switch to what?", "Add a project or a text: stint switch @project text");
  await begin(this, store, named(store, typed, flags), flags);
}

/** Returns the work that a text describes, or that of the entry to which it refers. */
function named(store: Store, typed: string, flags: StartFlags): Work {
  const entry = findMentioned(store, typed);
  return entry === undefined ? readWork(store, typed, flags) : workOf(store, entry, flags);
}

async function begin(context: Context, store: Store, work: Work, flags: StartFlags): Promise<void> {
  const { timer: running } = store.view;
  const { nowMs, zone } = store;
  const startMs = flags.at === undefined ? nowMs : readInstant(flags.at, store);
  if (startMs > nowMs) throw wrongInput("A timer can't start in the future.", "Choose an earlier --at.");
  if (running !== null && startMs < Date.parse(running.startedAt))
    throw wrongInput(
      `The running timer began at ${exactClock(Date.parse(running.startedAt), zone)}, after that.`,
      "Stop it first, or choose a later --at.",
    );
  let stopped = "";
  if (running !== null) {
    const seconds = Math.floor((startMs - Date.parse(running.startedAt)) / 1000);
    stopped = `Stopped ${placeName(store, running)} after ${duration(seconds)}. `;
  }
  const today = duration(todaySeconds(store));
  const label = `${stopped}Started ${workText(store, work)} at ${exactClock(startMs, zone)}. Today ${today}.`;
  const timer = { ...work, startedAt: new Date(startMs).toISOString() };
  const writes: Write[] = [{ kind: "startTimer", timer, stoppedLocalId: newLocalId() }];
  await act(context, store, { label, writes }, flags);
  if (!flags.dryRun && canAsk(context)) watchIdle(context);
}

export async function stop(this: Context, flags: Flags<"stop">): Promise<void> {
  using store = await openData(this);
  const { timer } = store.view;
  const { nowMs, zone } = store;
  if (timer === null) throw wrongInput("No timer is running.", 'To log past work: stint log "45m @project text"');
  if (!flags.dryRun) forgetAway(folderOf(this), { isOver: true });
  const { startedAt } = timer;
  const startMs = Date.parse(startedAt);
  const name = placeName(store, timer);
  if (flags.discard) {
    const label = `Discarded the timer on ${name}, ${duration((nowMs - startMs) / 1000)}.`;
    await act(this, store, { label, writes: [{ kind: "discardTimer", of: { startedAt } }] }, flags);
    return;
  }
  const endMs = flags.at === undefined ? Math.max(nowMs, startMs) : readInstant(flags.at, store);
  if (endMs < startMs)
    throw wrongInput(`The timer began at ${exactClock(startMs, zone)}, after that.`, "Choose a later --at.");
  if (endMs > Math.max(nowMs, startMs)) throw wrongInput("A timer can't end in the future.", "Choose an earlier --at.");
  const spent = duration(Math.floor((endMs - startMs) / 1000));
  const today = duration(todaySeconds({ ...store, nowMs: endMs }));
  const label = `Stopped ${name} after ${spent} at ${exactClock(endMs, zone)}. Today ${today}.`;
  const at = new Date(endMs).toISOString();
  const writes: Write[] = [{ kind: "stopTimer", at, localId: newLocalId(), of: { startedAt } }];
  await act(this, store, { label, writes }, flags);
}
