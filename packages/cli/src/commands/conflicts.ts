import type { TimeEntry, Timer } from "@stint/sdk";
import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeJson } from "#src/output/json.ts";
import { oneLine } from "#src/context/printable.ts";
import { plural } from "#src/output/words.ts";
import type { Store } from "#src/store/store.ts";
import type { QueuedWrite, Write } from "#src/store/write.ts";
import { syncInBackground } from "#src/sync/background.ts";
import { namesById } from "#src/typed/names.ts";
import { sendNow } from "./act.ts";
import { openData } from "./open-fresh.ts";
import { entryLine } from "./log.ts";

export interface ConflictFlags {
  mine: boolean;
  theirs: boolean;
  wait: boolean;
  dryRun: boolean;
  json?: string;
}

/**
 * Lists the writes that are waiting for a decision, or decides about one of them: `--mine` sends it again, `--theirs`
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
  const line = describe(store, chosen.write);
  const keys: string[] = [];
  if (flags.dryRun) print(this, `Would ${flags.mine ? "send" : "discard"}: ${line}`);
  else if (flags.theirs) {
    store.queue.remove(chosen.key);
    print(this, `Given up: ${line}`);
  } else {
    keys.push(store.queue.release(chosen.key, asMine(chosen)));
    print(this, `Will be sent again: ${line}`);
  }
  if (flags.dryRun) return;
  if (flags.wait) await sendNow(this, store, keys);
  else syncInBackground(this);
}

/** Returns the write, changed so that it overrides what others have changed. */
function asMine({ write, theirs }: QueuedWrite): Write {
  switch (write.kind) {
    case "update":
      return { ...write, seen: { ...write.seen, ...theirs } };
    case "delete":
      return { ...write, entry: { ...write.entry, ...theirs } };
    case "changeTimer":
      return { ...write, startedAt: startOf(theirs) ?? write.startedAt, seen: { ...write.seen, ...theirs } };
    case "start":
      return { ...write, isForced: true };
    case "discard":
      return { ...write, startedAt: startOf(theirs) ?? write.startedAt };
    case "stop": {
      // If someone else already stopped the timer, change the end of the resulting entry.
      const { id, version, durationSeconds: theirSeconds } = (theirs ?? {}) as Partial<TimeEntry>;
      if (id === undefined || version === undefined || theirSeconds === undefined)
        return { ...write, startedAt: startOf(theirs) ?? write.startedAt };
      const durationSeconds = Math.floor((Date.parse(write.endedAt) - Date.parse(write.startedAt)) / 1000);
      return { kind: "update", id, version, seen: { durationSeconds: theirSeconds }, set: { durationSeconds } };
    }
    case "create":
    case "restore":
      return write;
  }
}

const startOf = (timer: QueuedWrite["theirs"]) => (timer as Partial<Timer> | null)?.startedAt;

function show(context: Context, store: Store, { json }: ConflictFlags): void {
  const { held, waiting } = store.view;
  const rows = held.map(({ seq, state, reason, theirs, madeAtMs, write }) => ({
    number: seq,
    state,
    reason,
    madeAt: new Date(madeAtMs).toISOString(),
    mine: write,
    theirs,
    text: describe(store, write),
  }));
  if (json !== undefined) {
    writeJson(context, rows, json, ["number", "state", "reason", "madeAt", "mine", "theirs", "text"]);
    return;
  }
  for (const { number, reason, text, mine, theirs } of rows) {
    print(context, `${number}  ${text}\n   ${oneLine(reason ?? "")}`);
    if (mine.kind === "update" || mine.kind === "changeTimer")
      for (const [name, value] of Object.entries(theirs ?? {}))
        print(context, `   ${name}: yours ${shown(mine.set, name)}, theirs ${JSON.stringify(value)}`);
    else if (mine.kind === "stop" && theirs !== null && "endedAt" in theirs)
      print(context, `   end: yours ${mine.endedAt}, theirs ${String(theirs["endedAt"])}`);
    else if ((mine.kind === "stop" || mine.kind === "discard") && theirs !== null)
      print(context, `   start: yours ${mine.startedAt}, theirs ${startOf(theirs)} ${shown(theirs, "description")}`);
  }
  if (rows.length === 0) print(context, "No writes are waiting for a decision.");
  else print(context, "Resolve with: stint conflicts NUMBER --mine, or --theirs");
  if (waiting.length > 0) print(context, `${plural(waiting.length, "write")} to be sent.`);
}

const shown = (set: object, name: string): string =>
  JSON.stringify((set as Record<string, unknown>)[name]) ?? "unchanged";

export function describe(store: Store, write: Write): string {
  const names = namesById(store.names());
  const line = (entry: Parameters<typeof entryLine>[0]) => entryLine(entry, names, store.zone);
  switch (write.kind) {
    case "create":
      return `log ${write.entries.map(line).join("; ")}`;
    case "update":
      return `change ${write.id} to ${JSON.stringify(write.set)}`;
    case "delete":
      return `delete ${line(write.entry)}`;
    case "restore":
      return `restore ${line(write.entry)}`;
    case "start":
      return `start ${names.get(write.timer.projectId) ?? ""} ${oneLine(write.timer.description)} at ${write.timer.startedAt}`;
    case "stop":
      return `stop the timer of ${write.startedAt} at ${write.endedAt}`;
    case "changeTimer":
      return `change the timer of ${write.startedAt} to ${JSON.stringify(write.set)}`;
    case "discard":
      return `discard the timer of ${write.startedAt}`;
  }
}
