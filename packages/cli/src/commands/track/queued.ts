import { taskToMake } from "@stint/grammar/choose-project.ts";
import type { TimeEntry, Timer } from "@stint/sdk";
import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeJson, writeResult } from "#src/output/json.ts";
import { oneLine } from "#src/context/printable.ts";
import { plural } from "@stint/grammar/plural.ts";
import type { Store } from "#src/store/store.ts";
import { deleteOf, updateOf } from "#src/store/view.ts";
import type { Outcome } from "@stint/offline/outcome.ts";
import type { EntryFields, Write, WriteOf } from "@stint/offline/write.ts";
import { type QueuedWrite, startOf, toStored } from "#src/store/write.ts";
import { toRecord } from "#src/store/records.ts";
import { pick } from "@stint/offline/fields.ts";
import { noteWaiting, sendQueued } from "#src/action/act.ts";
import { openData } from "#src/action/open-data.ts";
import type { Flags, WriteFlags } from "#src/application/commands.ts";
import { described } from "./edit.ts";
import { describeWrite, differences } from "#src/shown/describe-write.ts";

/**
 * Lists the writes that are waiting for a decision, or decides on one of them: `--mine` sends it again, `--edit` with
 * another text, `--theirs` discards it.
 */
export async function conflicts(this: Context, flags: Flags<"conflicts">, number?: string): Promise<void> {
  using store = await openData(this);
  const { held } = store.view;
  const { mine, theirs, edit: text, dryRun, wait } = flags;
  const decisions = [mine, theirs, text !== undefined].filter(Boolean).length;
  const named = held.filter(({ seq }) => number === undefined || String(seq) === number);
  if (decisions === 0 && (number === undefined || named.length > 0)) return show(this, store, named, flags.json);
  if (decisions > 1) throw wrongInput("Use only one of --mine, --theirs and --edit.");
  const [chosen, ...others] = named;
  if (chosen === undefined || others.length > 0)
    throw wrongInput(
      number === undefined ? "Which one?" : `There is no write ${number} to resolve.`,
      held.length === 0 ? "No writes are waiting for a decision." : `One of ${held.map(({ seq }) => seq).join(", ")}.`,
    );
  const wanted = text === undefined ? chosen : { ...chosen, write: edited(store, chosen, text) };
  const row = toRow(store, wanted);
  const report = (what: string) => writeResult(this, `${what}: ${row.text}`, row, flags.json);
  const again = theirs ? undefined : asMine(wanted);
  if (dryRun) return report(again === undefined ? "Would discard" : "Would send");
  const keys: string[] = [];
  if (again === undefined) store.queue.giveUp(chosen.key);
  else keys.push(store.queue.release(chosen.key, again.write, again.ids));
  report(again === undefined ? "Given up" : "Will be sent again");
  await sendQueued(this, store, keys, wait);
}

/** Returns the write with the project, tags and description that the text names, as `stint edit` reads it. */
function edited(store: Store, { seq, write }: QueuedWrite, text: string): Write {
  const changesOf = (before: Parameters<typeof described>[3]) => described(store, text, {}, before);
  if (write.kind === "create")
    return { ...write, entries: write.entries.map((entry) => ({ ...entry, ...changesOf(entry) })) };
  if (write.kind === "startTimer") {
    const former = { ...write.timer, taskId: write.timer.taskId ?? taskToMake };
    const { taskId, ...timer } = { ...former, ...changesOf(former) };
    return { ...write, timer: taskId === taskToMake ? timer : { ...timer, taskId } };
  }
  const [change] = write.kind === "update" ? write.changes : [];
  if (change?.entry === undefined)
    throw wrongInput("This write has no text.", `Send it with --mine, or give it up: stint conflicts ${seq} --theirs`);
  const more = changesOf({ ...change.entry, ...change.set });
  const seen = { ...pick(change.entry, Object.keys(more)), ...change.seen };
  return { kind: "update", changes: [{ ...change, set: { ...change.set, ...more }, seen }] };
}

interface Mine {
  write: Write;
  ids?: Outcome["ids"];
}

/** Returns the write, changed so that it overrides what others have changed. Throws if there is nothing to override. */
function asMine({ seq, write, state, reason, theirs }: QueuedWrite): Mine {
  switch (write.kind) {
    case "update": {
      const changes = write.changes.map((each) => ({ ...each, seen: { ...each.seen, ...theirs }, isForced: true }));
      return { write: { ...write, changes } };
    }
    case "delete": {
      const seen = write.seen?.map((each) => ({ ...each, entry: { ...each.entry, ...theirs } }));
      return { write: { ...write, seen } };
    }
    case "startTimer":
      return { write: { ...write, isForced: true } };
    case "create":
    case "restore":
      return { write };
    case "updateTimer":
    case "discardTimer":
    case "stopTimer": {
      // If someone else has stopped the timer, `theirs` is the entry that resulted.
      if (theirs !== null && "endedAt" in theirs) return asMineAfterStop(write, theirs as unknown as TimeEntry);
      if (state === "conflict" && theirs === null)
        throw wrongInput(
          `${reason ?? ""} There is nothing left to change.`,
          `Give it up: stint conflicts ${seq} --theirs`,
        );
      const { startedAt = startOf(write) } = (theirs ?? {}) as Partial<Timer>;
      const mine = { ...write, of: { startedAt } };
      return { write: mine.kind === "updateTimer" ? { ...mine, seen: { ...mine.seen, ...theirs } } : mine };
    }
  }
}

/** Returns a write to the entry that resulted when someone else stopped the timer. */
function asMineAfterStop(write: WriteOf<"updateTimer" | "discardTimer" | "stopTimer">, entry: TimeEntry): Mine {
  const record = toRecord(entry);
  const update = (wanted: Partial<EntryFields>) => updateOf(record, wanted, { isForced: true });
  if (write.kind === "discardTimer") return { write: deleteOf(record) };
  const secondsTo = (endedAt: string, startedAt: string) =>
    Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 1000));
  if (write.kind === "stopTimer")
    return {
      write: update({ durationSeconds: secondsTo(write.at, entry.startedAt) }),
      ids: [[write.localId, entry.id, 0]],
    };
  const { startedAt, taskId, ...set } = write.set;
  const length = startedAt === undefined ? {} : { startedAt, durationSeconds: secondsTo(entry.endedAt, startedAt) };
  return { write: update({ ...set, ...(taskId === undefined ? {} : { taskId }), ...length }) };
}

const toRow = (store: Store, { seq, state, reason, madeAtMs, write, theirs }: QueuedWrite) => ({
  number: seq,
  state,
  reason,
  madeAt: new Date(madeAtMs).toISOString(),
  mine: toStored(write),
  theirs,
  text: describeWrite(store, write),
});

function show(context: Context, store: Store, held: readonly QueuedWrite[], json: string | undefined): void {
  const { waiting } = store.view;
  const rows = held.map((each) => toRow(store, each));
  if (json !== undefined) return writeJson(context, rows, json);
  for (const { seq, reason, write, theirs } of held) {
    print(context, `${seq}  ${describeWrite(store, write)}\n   ${oneLine(reason ?? "")}`);
    for (const line of differences(store, write, theirs)) print(context, `   ${line}`);
  }
  if (held.length === 0) print(context, "No writes are waiting for a decision.");
  else print(context, "Resolve with: stint conflicts NUMBER --mine, --theirs, or --edit TEXT");
  if (waiting.length > 0) print(context, `${plural(waiting.length, "write")} to be sent.`);
}

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
