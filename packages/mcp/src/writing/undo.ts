import type { TimeEntry, Timer, UpdateTimeEntriesBody } from "@stint/sdk";
import { Conflict, entriesAsRead, type Sender } from "@stint/offline/outcome.ts";
import { send } from "@stint/offline/send.ts";
import { touched, type Write } from "@stint/offline/write.ts";
import type { ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { dayMs } from "@stint/grammar/days.ts";
import { keyOf } from "./confirm.ts";
import { seal, unseal } from "./signer.ts";

type Fields = UpdateTimeEntriesBody["entries"][number];

/** How to reverse one write. */
export interface Reversal {
  writes: Write[];
  /** The entries that must not have changed since. */
  entries?: readonly Pick<TimeEntry, "id" | "version">[];
}

/** Tells the model how to use an undo reference. */
export const reversible = "change_time with action undo and this undo reference reverses it.";

/** Returns a reference that `change_time` accepts for 24 hours, and only from the same person. */
export function undoReference(context: ToolContext, { writes, entries = [] }: Reversal): string {
  const reversal: Reversal = { writes, entries: entries.map(({ id, version }) => ({ id, version })) };
  return seal(context, "undo", dayMs, { reversal });
}

/** Returns the current values of the fields that a change can set. */
export function settableOf(entry: TimeEntry): Omit<Fields, "id" | "version"> {
  const { projectId, taskId, startedAt, durationSeconds, description, tags, billable } = entry;
  return { projectId, taskId, startedAt, durationSeconds, description, tags, billable };
}

export function timerFieldsOf({ projectId, taskId, startedAt, description, tags, billable }: Timer) {
  return { projectId, taskId, startedAt, description, tags, billable };
}

/**
 * Reverses an earlier write, unless its objects have changed since. Returns a description of what was done. A call that
 * ended halfway can be repeated.
 */
export async function undo(context: ToolContext, ref: string): Promise<string> {
  const { reversal } = unseal(context, "undo", ref, {
    unknown: "This is not an undo reference of this server. Use the one that the write returned, unchanged.",
    foreign: "This undo reference belongs to someone else. Only the person whose key made the write can undo it.",
    expired: "This undo reference expired after a day. Change or delete the entries instead.",
  });
  return reverse(context, reversal as Reversal, keyOf(ref));
}

async function reverse(context: ToolContext, { writes, entries = [] }: Reversal, key: string): Promise<string> {
  const { stint, me, nowMs } = context;
  const sender: Sender = {
    stint,
    userId: me.user.id,
    session: () => me.key.id,
    now: () => nowMs,
    find: () => undefined,
    ...entriesAsRead(stint),
    generalTask: async (projectId) => (await stint.tasks.ensureGeneral(projectId)).taskId,
    onMoved: () => undefined,
  };
  await sender.refresh(entries.map(({ id }) => id));
  const left = entries.filter(({ id }) => sender.entry(id) !== undefined);
  const changed = left.filter(({ id, version }) => sender.entry(id)?.version !== version);
  if (changed.length > 0) throw entriesChanged(changed.length, entries.length);
  for (const each of writes) {
    const write =
      each.kind === "delete" ? { ...each, ids: left.flatMap(({ id }) => (each.ids.includes(id) ? id : [])) } : each;
    const made = { at: new Date(nowMs).toISOString() };
    try {
      await send({ key, write, made }, sender);
    } catch (error) {
      throw error instanceof Conflict ? explainConflict(error, entries.length) : error;
    }
  }
  return writes.map((write) => sayReversed(write, left.length)).join(" ");
}

function explainConflict({ reason, theirs }: Conflict, all: number): ToolError {
  if (reason === "laterTimer")
    return new ToolError("Another timer is running now. Stop it first, then repeat the undo.");
  if (reason === "changed" && !("timer" in theirs)) return entriesChanged(Object.keys(theirs).length, all);
  return new ToolError(
    "That timer is no longer running, or has changed since, so it stays unchanged. whoami shows the running one.",
  );
}

const entriesChanged = (changed: number, all: number) =>
  new ToolError(
    `Nothing was undone: ${changed} of ${all} entries have changed since. Read them with list_time, and change or delete them one by one.`,
  );

function sayReversed(write: Write, left: number): string {
  switch (write.kind) {
    case "restore":
      return `Restored: ${write.ids.length}.`;
    case "update":
      return `Set back to what it was: ${write.changes.length}.`;
    case "discardTimer":
      return "The timer was discarded.";
    case "updateTimer":
      return "The earlier timer is running again.";
    case "startTimer":
      return "The timer is running again, and its entry was deleted.";
    case "create":
    case "delete":
    case "stopTimer":
      return left === 0
        ? "The entries have already been deleted."
        : `Deleted again: ${Math.min(left, touched(write).length)}.`;
  }
}
