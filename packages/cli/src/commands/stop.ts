import { type Context, folderOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { forgetAway } from "#src/idle/watch.ts";
import { duration, exactClock } from "#src/output/words.ts";
import { todaySeconds } from "#src/store/today.ts";
import { newLocalId } from "@stint/offline/write.ts";
import { readInstant } from "#src/typed/instants.ts";
import { namesById, placeName } from "#src/typed/names.ts";
import { act, type WriteFlags } from "./act.ts";
import { openData } from "./open-fresh.ts";

export interface StopFlags extends WriteFlags {
  at?: string;
  discard: boolean;
}

export async function stop(this: Context, flags: StopFlags): Promise<void> {
  using store = await openData(this);
  const { timer } = store.view;
  const { nowMs, zone } = store;
  if (timer !== null && !flags.dryRun) forgetAway(folderOf(this), { isOver: true });
  if (timer === null) throw wrongInput("No timer is running.", 'To log past work: stint log "45m @project text"');
  const startMs = Date.parse(timer.startedAt);
  const name = placeName(namesById(store.names()), timer.projectId, timer.taskId);
  const { startedAt } = timer;
  if (flags.discard) {
    const label = `Discarded the timer on ${name}, ${duration((nowMs - startMs) / 1000)}.`;
    await act(this, store, { label, writes: [{ kind: "discardTimer", of: { startedAt } }] }, flags);
    return;
  }
  const endMs = flags.at === undefined ? Math.max(nowMs, startMs) : readInstant(flags.at, store);
  if (endMs < startMs)
    throw wrongInput(`The timer began at ${exactClock(startMs, zone)}, after that.`, "Choose a later --at.");
  if (endMs > Math.max(nowMs, startMs)) throw wrongInput("A timer can't end in the future.", "Choose an earlier --at.");
  const seconds = Math.floor((endMs - startMs) / 1000);
  const at = new Date(endMs).toISOString();
  const today = todaySeconds(store, endMs);
  await act(
    this,
    store,
    {
      label: `Stopped ${name} after ${duration(seconds)} at ${exactClock(endMs, zone)}. Today ${duration(today)}.`,
      writes: [{ kind: "stopTimer", at, localId: newLocalId(), of: { startedAt } }],
    },
    flags,
  );
}
