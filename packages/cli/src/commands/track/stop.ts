import { act } from "#src/action/act.ts";
import { openData } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import { type Context, folderOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { forgetAway } from "#src/idle/watch.ts";
import { duration, exactClock } from "#src/output/words.ts";
import { todaySeconds } from "#src/store/days.ts";
import { newLocalId, type Write } from "@stint/offline/write.ts";
import { readInstant } from "#src/typed/instants.ts";
import { placeName } from "#src/typed/names.ts";

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
