// The last step of every command that writes: preview the action, or queue and send it.
import type { WriteFlags } from "#src/application/commands.ts";
import { type Context, folderOf, note, print } from "#src/context/context.ts";
import { Failure } from "#src/failure/failure.ts";
import { undoOf } from "@stint/offline/undo.ts";
import { newLocalId, type Write } from "@stint/offline/write.ts";
import { plural } from "@stint/grammar/plural.ts";
import { writeTimerLine } from "#src/prompt/keep-timer-line.ts";
import type { Action } from "#src/store/queue.ts";
import type { Store } from "#src/store/store.ts";
import type { View } from "#src/store/view.ts";
import { syncInBackground } from "#src/action/open-data.ts";
import { noteObstacles } from "./note-obstacles.ts";

/**
 * Queues an action, and sends it before returning (with `--wait`) or in the background. With `--dry-run`, only prints
 * what it would do.
 */
export async function act(context: Context, store: Store, action: Action, flags: WriteFlags): Promise<void> {
  const { dryRun, wait, json } = flags;
  const printJson =
    json === undefined ? undefined : (await import("./print-done.ts")).prepareJson(context, store, action.writes, json);
  const report = (text: string) => (printJson === undefined ? print(context, text) : printJson({ isDry: dryRun }));
  noteObstacles(context, store, action.writes);
  if (dryRun) {
    report(`Would do: ${action.label}`);
    return;
  }
  if (action.writes.length > 0) {
    const keys = store.queue.add({ ...action, inverse: inverseOf(store.view, action.writes) }, store.nowMs);
    await sendQueued(context, store, keys, wait);
  }
  report(action.label);
  noteWaiting(context, store);
}

/**
 * Returns the writes that undo these writes. Undoing a new entry asks before it deletes what someone else has changed.
 */
function inverseOf({ timer }: View, writes: readonly Write[]): Write[] {
  let running = timer;
  const inverse: Write[] = [];
  for (const write of writes) {
    const undo: Write[] =
      write.kind === "create"
        ? write.entries.map(({ localId, ...entry }) => ({
            kind: "delete",
            ids: [localId],
            seen: [{ version: 0, entry }],
          }))
        : undoOf(write, running, newLocalId);
    inverse.unshift(...undo);
    if (write.kind === "startTimer") running = write.timer;
    if (write.kind === "stopTimer" || write.kind === "discardTimer") running = null;
  }
  return inverse;
}

/**
 * Sends the queue in the background or, with `wait`, now. Then throws unless the server accepted all writes in `keys`.
 */
export async function sendQueued(context: Context, store: Store, keys: readonly string[], wait: boolean) {
  writeTimerLine(folderOf(context), store);
  if (!wait) return syncInBackground(context);
  const { sync } = await import("#src/sync/sync.ts");
  await sync(context);
  const left = store.queue.list().filter(({ key }) => keys.includes(key));
  if (left.length === 0) return;
  const held = left.find(({ state }) => state !== "queued");
  const reason =
    held === undefined ? "It was not sent, because it waits for the decision about another write." : held.reason;
  throw new Failure(4, reason ?? "Refused.", "Settle it: stint conflicts");
}

/** Reminds the user of refused and conflicting writes, which wait for a decision. */
export function noteWaiting(context: Context, { view }: Store): void {
  const { length } = view.held;
  if (length > 0)
    note(context, `${plural(length, "write")} could not be applied as you wanted. Resolve with: stint conflicts`);
}
