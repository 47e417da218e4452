import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { checkFields, writeJson } from "#src/output/json.ts";
import { syncInBackground } from "#src/sync/background.ts";
import { noteWaiting, sendNow, type WriteFlags } from "./act.ts";
import { openData } from "./open-fresh.ts";

export async function undo(this: Context, { dryRun, wait, json }: WriteFlags): Promise<void> {
  const known = ["undone"];
  if (json !== undefined) checkFields(json, known);
  using store = await openData(this);
  const last = store.queue.lastAction();
  if (last === undefined)
    throw wrongInput("There is nothing to undo.", "Only what was done here, with stint, can be undone.");
  const report = (text: string) =>
    json === undefined ? print(this, text) : writeJson(this, { undone: last.label }, json, known);
  if (dryRun) {
    report(`Would undo: ${last.label}`);
    return;
  }
  const keys = store.queue.undo(last, store.nowMs);
  if (wait) await sendNow(this, store, keys);
  else syncInBackground(this);
  report(`Undone: ${last.label}`);
  noteWaiting(this, store);
}
