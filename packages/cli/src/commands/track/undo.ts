import { noteWaiting, sendQueued } from "#src/action/act.ts";
import { openData } from "#src/action/open-data.ts";
import type { WriteFlags } from "#src/application/commands.ts";
import type { Context } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeResult } from "#src/output/json.ts";

export async function undoLast(this: Context, { dryRun, wait, json }: WriteFlags): Promise<void> {
  using store = await openData(this);
  const last = store.queue.lastAction();
  if (last === undefined)
    throw wrongInput("There is nothing to undo.", "Only what was done here, with stint, can be undone.");
  const report = (text: string) => writeResult(this, `${text}: ${last.label}`, { undone: last.label }, json);
  if (dryRun) return report("Would undo");
  await sendQueued(this, store, store.queue.undo(last, store.nowMs), wait);
  report("Undone");
  noteWaiting(this, store);
}
