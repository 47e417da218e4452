import type { TimeEntry, Timer } from "@stint/sdk";
import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { checkFields, writeJson } from "#src/output/json.ts";
import { oneLine } from "#src/context/printable.ts";
import { plural } from "#src/output/words.ts";
import type { Store } from "#src/store/store.ts";
import type { StoredId } from "#src/store/queue.ts";
import { fieldsOf } from "#src/store/view.ts";
import type { EntryFields, QueuedWrite, Write } from "#src/store/write.ts";
import { toRecord } from "#src/store/records.ts";
import { syncInBackground } from "#src/sync/background.ts";
import { pick } from "#src/sync/same-fields.ts";
import { sendNow } from "./act.ts";
import { describe, differences } from "./describe-write.ts";
import { openData } from "./open-fresh.ts";

export interface ConflictFlags {
  mine: boolean;
  theirs: boolean;
  wait: boolean;
  dryRun: boolean;
  json?: string;
}

/**
 * Lists the writes that are waiting for a decision, or decides on one of them: `--mine` sends it again, `--theirs`
 * discards it.
 */
export async function conflicts(this: Context, flags: ConflictFlags, number?: string): Promise<void> {
  using store = await openData(this);
  const { held } = store.view;
  if (!flags.mine && !flags.theirs) {
    show(this, store, flags);
    return;
  }
  if (flags.mine && flags.theirs) throw wrongInput("Use --mine or --theirs, not both.");
  const chosen = number === undefined && held.length === 1 ? held[0] : held.find(({ seq }) => String(seq) === number);
  if (chosen === undefined)
    throw wrongInput(
      number === undefined ? "Which one?" : `There is no write ${number} to resolve.`,
      held.length === 0 ? "No writes are waiting for a decision." : `One of ${held.map(({ seq }) => seq).join(", ")}.`,
    );
  const row = toRow(store, chosen);
  if (flags.json !== undefined) checkFields(flags.json, fields);
  const report = (text: string) =>
    flags.json === undefined ? print(this, `${text}: ${row.text}`) : writeJson(this, row, flags.json, fields);
  const mine = flags.mine ? asMine(chosen) : undefined;
  if (flags.dryRun) {
    report(mine === undefined ? "Would discard" : "Would send");
    return;
  }
  const keys: string[] = [];
  if (mine === undefined) store.queue.giveUp(chosen.key);
  else keys.push(store.queue.release(chosen.key, mine.write, mine.ids));
  report(mine === undefined ? "Given up" : "Will be sent again");
  if (flags.wait) await sendNow(this, store, keys);
  else syncInBackground(this);
}

interface Mine {
  write: Write;
  ids?: StoredId[];
}

/** Returns the write, changed so that it overrides what others have changed. Throws if there is nothing to override. */
function asMine({ seq, write, state, reason, theirs }: QueuedWrite): Mine {
  const entry = stoppedBy(theirs);
  switch (write.kind) {
    case "update":
      return { write: { ...write, seen: { ...write.seen, ...theirs }, isForced: true } };
    case "delete":
      return { write: { ...write, entry: { ...write.entry, ...theirs } } };
    case "start":
      return { write: { ...write, isForced: true } };
    case "create":
    case "restore":
      return { write };
    case "changeTimer":
    case "discard":
    case "stop":
      if (entry !== undefined) return asMineAfterStop(write, entry);
      if (state === "conflict" && theirs === null)
        throw wrongInput(
          `${reason ?? ""} There is nothing left to change.`,
          `Give it up: stint conflicts ${seq} --theirs`,
        );
      return { write: withTheirStart(write, theirs) };
  }
}

type TimerWrite = Extract<Write, { kind: "changeTimer" | "discard" | "stop" }>;

function withTheirStart(write: TimerWrite, theirs: QueuedWrite["theirs"]): Write {
  const startedAt = (theirs as Partial<Timer> | null)?.startedAt ?? write.startedAt;
  return write.kind === "changeTimer"
    ? { ...write, startedAt, seen: { ...write.seen, ...theirs } }
    : { ...write, startedAt };
}

/** Returns a write to the entry that resulted when someone else stopped the timer. */
function asMineAfterStop(write: TimerWrite, entry: TimeEntry): Mine {
  const { id, version } = entry;
  const update = (set: Partial<EntryFields>): Write => {
    const names = Object.keys(set);
    return {
      kind: "update",
      id,
      version,
      seen: pick(entry, names),
      set,
      entry: fieldsOf(toRecord(entry)),
      isForced: true,
    };
  };
  if (write.kind === "discard") return { write: { kind: "delete", id, version, entry: fieldsOf(toRecord(entry)) } };
  const secondsTo = (endedAt: string, startedAt: string) =>
    Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 1000));
  if (write.kind === "stop")
    return {
      write: update({ durationSeconds: secondsTo(write.endedAt, entry.startedAt) }),
      ids: [[write.localId, id, 0]],
    };
  const { startedAt } = write.set;
  const length = startedAt === undefined ? {} : { durationSeconds: secondsTo(entry.endedAt, startedAt) };
  return { write: update({ ...write.set, ...length }) };
}

/** Returns the entry that resulted if someone else stopped the timer: `theirs` is then an entry instead of a timer. */
const stoppedBy = (theirs: QueuedWrite["theirs"]): TimeEntry | undefined =>
  theirs !== null && "endedAt" in theirs ? (theirs as unknown as TimeEntry) : undefined;

const fields = ["number", "state", "reason", "madeAt", "mine", "theirs", "text"];

const toRow = (store: Store, { seq, state, reason, madeAtMs, write, theirs }: QueuedWrite) => ({
  number: seq,
  state,
  reason,
  madeAt: new Date(madeAtMs).toISOString(),
  mine: write,
  theirs,
  text: describe(store, write),
});

function show(context: Context, store: Store, { json }: ConflictFlags): void {
  const { held, waiting } = store.view;
  if (json !== undefined) {
    writeJson(
      context,
      held.map((each) => toRow(store, each)),
      json,
      fields,
    );
    return;
  }
  for (const { seq, reason, write, theirs } of held) {
    print(context, `${seq}  ${describe(store, write)}\n   ${oneLine(reason ?? "")}`);
    for (const line of differences(store, write, theirs)) print(context, `   ${line}`);
  }
  if (held.length === 0) print(context, "No writes are waiting for a decision.");
  else print(context, "Resolve with: stint conflicts NUMBER --mine, or --theirs");
  if (waiting.length > 0) print(context, `${plural(waiting.length, "write")} to be sent.`);
}
