import type { TimeEntry, Timer, UpdateTimeEntriesBody } from "@stint/sdk";
import type { Context } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { dayMs } from "@stint/grammar/days.ts";
import { keyOf } from "./confirm.ts";
import { hashOf, nonce } from "./signer.ts";
import { orNothing } from "#src/names/or-nothing.ts";

type Fields = UpdateTimeEntriesBody["entries"][number];
type TimerFields = Pick<Timer, "projectId" | "taskId" | "startedAt" | "description" | "tags" | "billable">;

type RunningTimer = Pick<Timer, "createdAt" | "version">;

/** How to reverse one write. */
export type Reversal =
  | { kind: "delete"; entries: { id: string; version: number }[] }
  | { kind: "restore"; ids: string[] }
  | { kind: "set"; entries: Fields[] }
  | { kind: "discardTimer"; running: RunningTimer }
  | { kind: "resumeTimer"; timer: TimerFields; running: RunningTimer; entry: { id: string; version: number } }
  | { kind: "startTimer"; timer: TimerFields; entry: { id: string; version: number } };

/** Tells the model how to use an undo reference. */
export const reversible = "change_time with action undo and this undo reference reverses it.";

const lifeMs = dayMs;

/** Returns a reference that `change_time` accepts for 24 hours, and only from the same person. */
export function undoOf({ signer, me, nowMs }: Context, reversal: Reversal): string {
  return signer.sign({
    for: "undo",
    user: me.user.id,
    organization: me.organization.id,
    until: nowMs + lifeMs,
    nonce: nonce(),
    reversal,
  });
}

/** Returns the current values of the fields that a change can set. */
export function fieldsOf(entry: TimeEntry): Omit<Fields, "id" | "version"> {
  const { projectId, taskId, startedAt, durationSeconds, description, tags, billable } = entry;
  return { projectId, taskId, startedAt, durationSeconds, description, tags, billable };
}

export function timerFieldsOf({ projectId, taskId, startedAt, description, tags, billable }: Timer): TimerFields {
  return { projectId, taskId, startedAt, description, tags, billable };
}

/**
 * Reverses an earlier write, unless its objects have changed since. Returns a description of what was done. A call that
 * ended halfway can be repeated.
 */
export async function undo(context: Context, ref: string): Promise<string> {
  const { signer, me, nowMs } = context;
  const opened = signer.open(ref);
  if (opened === undefined || opened["for"] !== "undo")
    throw new ToolError(
      "This is not an undo reference of this server. Use the one that the write returned, unchanged.",
    );
  if (opened["user"] !== me.user.id || opened["organization"] !== me.organization.id)
    throw new ToolError(
      "This undo reference belongs to someone else. Only the person whose key made the write can undo it.",
    );
  if (Number(opened["until"]) < nowMs)
    throw new ToolError("This undo reference expired after a day. Change or delete the entries instead.");
  return reverse(context, opened["reversal"] as Reversal, keyOf(ref));
}

async function reverse(context: Context, reversal: Reversal, idempotencyKey: string): Promise<string> {
  const { stint } = context;
  switch (reversal.kind) {
    case "delete": {
      const ids = await demandUnchanged(context, reversal.entries);
      if (ids.length === 0) return "Nothing to undo: the entries have already been deleted.";
      await stint.timeEntries.deleteBatch({ ids }, { idempotencyKey });
      return `Deleted again: ${ids.length}.`;
    }
    case "restore":
      await stint.timeEntries.restoreBatch({ ids: reversal.ids }, { idempotencyKey });
      return `Restored: ${reversal.ids.length}.`;
    case "set":
      await stint.timeEntries.updateBatch({ entries: reversal.entries });
      return `Set back to what it was: ${reversal.entries.length}.`;
    case "discardTimer":
      await stint.timer.discard({ ifMatch: demandSame(await orNothing(stint.timer.get()), reversal.running) });
      return "The timer was discarded.";
    case "resumeTimer":
      const [id] = await demandUnchanged(context, [reversal.entry]);
      const running = await orNothing(stint.timer.get());
      if (!isRunning(reversal.timer, running))
        await stint.timer.update(reversal.timer, { ifMatch: demandSame(running, reversal.running) });
      if (id !== undefined) await stint.timeEntries.delete(id);
      return "The earlier timer is running again, and the entry that it had become was deleted.";
    case "startTimer": {
      const [id] = await demandUnchanged(context, [reversal.entry]);
      const running = await orNothing(stint.timer.get());
      if (running === undefined) await stint.timer.start(reversal.timer, { idempotencyKey });
      else if (!isRunning(reversal.timer, running))
        throw new ToolError("Another timer is running now. Stop it first, then repeat the undo.");
      if (id !== undefined) await stint.timeEntries.delete(id);
      return "The timer is running again, and its entry was deleted.";
    }
  }
}

/** Whether an earlier call has already restored the timer. */
function isRunning(timer: TimerFields, running: Timer | undefined): boolean {
  return running !== undefined && hashOf(timerFieldsOf(running)) === hashOf(timer);
}

/** Returns the running timer. Throws unless it is this timer and has not changed. */
function demandSame(running: Timer | undefined, { createdAt, version }: RunningTimer): Timer {
  if (running === undefined || running.createdAt !== createdAt || running.version !== version)
    throw new ToolError(
      "That timer is no longer running, or has changed since, so it stays unchanged. whoami shows the running one.",
    );
  return running;
}

/** Returns the ids of the entries that still exist. Throws if any of them has changed. */
async function demandUnchanged({ stint }: Context, entries: { id: string; version: number }[]): Promise<string[]> {
  const found = await Promise.all(entries.map(({ id }) => orNothing(stint.timeEntries.get(id))));
  const changed = found.filter((entry, at) => entry !== undefined && entry.version !== entries[at]?.version);
  if (changed.length > 0)
    throw new ToolError(
      `Nothing was undone: ${changed.length} of ${entries.length} entries have changed since. Read them with list_time, and change or delete them one by one.`,
    );
  return found.flatMap((entry) => entry?.id ?? []);
}
