import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { syncInBackground } from "#src/sync/background.ts";
import { noteWaiting, sendNow, type WriteFlags } from "./act.ts";
import { openData } from "./open-fresh.ts";

export async function undo(this: Context, { dryRun, wait }: WriteFlags): Promise<void> {
  using store = await openData(this);
  const last = store.queue.lastAction();
  if (last === undefined)
    throw wrongInput("There is nothing to undo.", "Only what was done here, with stint, can be undone.");
  if (dryRun) {
    print(this, `Would undo: ${last.label}`);
    return;
  }
  const keys = store.queue.undo(last, store.nowMs);
  print(this, `Undone: ${last.label}`);
  noteWaiting(this, store);
  if (wait) await sendNow(this, store, keys);
  else syncInBackground(this);
}
