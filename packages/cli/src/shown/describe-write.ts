// Describes the writes in the queue to the user, with names and clock times.
import { exactDuration } from "@stint/grammar/time-text.ts";
import { oneLine } from "#src/context/printable.ts";
import { dayAndClock, hashed } from "#src/output/words.ts";
import type { Store } from "#src/store/store.ts";
import { entryOf, fieldsOf } from "#src/store/view.ts";
import type { Change, EntryFields, TimerFields, Write } from "@stint/offline/write.ts";
import { only, type QueuedWrite, startOf } from "#src/store/write.ts";
import { nameOf } from "#src/typed/names.ts";
import { entryLine, workText } from "./entry-line.ts";

export function describeWrite(store: Store, write: Write): string {
  const line = (entry: EntryFields) => entryLine(store, entry);
  const at = (instant: string) => dayAndClock(Date.parse(instant), store.zone);
  switch (write.kind) {
    case "create":
      return `log ${write.entries.map(line).join("; ")}`;
    case "update":
      return `change ${updatedLine(store, only(write.changes))}: ${valuesText(store, only(write.changes).set)}`;
    case "delete":
      return `delete ${line(only(write.seen).entry)}`;
    case "restore":
      return `restore ${line(only(write.entries))}`;
    case "startTimer":
      return `start ${workText(store, write.timer)} at ${at(write.timer.startedAt)}`;
    case "stopTimer":
      return `stop the timer of ${at(startOf(write))} at ${at(write.at)}`;
    case "updateTimer":
      return `change the timer of ${at(startOf(write))}: ${valuesText(store, write.set)}`;
    case "discardTimer":
      return `discard the timer of ${at(startOf(write))}`;
  }
}

/** Returns a line for each field whose value on the server differs from that in the write. */
export function differences(store: Store, write: Write, theirs: QueuedWrite["theirs"]): string[] {
  if (theirs === null) return [];
  const compare = (name: string, mine: unknown) =>
    `${labels[name] ?? name}: yours ${valueText(store, name, mine)}, theirs ${valueText(store, name, theirs[name])}`;
  const of = (mine: object, named: readonly string[]) =>
    named.filter((name) => name in labels).map((name) => compare(name, (mine as Fields)[name]));
  switch (write.kind) {
    case "update":
      return of(only(write.changes).set, Object.keys(theirs));
    case "updateTimer":
      return of({ startedAt: startOf(write), ...write.set }, Object.keys("endedAt" in theirs ? write.set : theirs));
    case "delete":
      return of(only(write.seen).entry, Object.keys(theirs));
    case "stopTimer":
      return of({ startedAt: startOf(write), endedAt: write.at }, ["endedAt" in theirs ? "endedAt" : "startedAt"]);
    case "discardTimer":
      return of({ startedAt: startOf(write) }, ["startedAt"]);
    case "startTimer":
      return [`the other timer: ${workText(store, theirs as unknown as TimerFields)}`];
    case "create":
    case "restore":
      return [];
  }
}

type Fields = Record<string, unknown>;

const labels: Record<string, string> = {
  projectId: "project",
  taskId: "task",
  startedAt: "start",
  endedAt: "end",
  durationSeconds: "time",
  description: "description",
  tags: "tags",
  billable: "billable",
  externalRef: "ref",
};

const valuesText = (store: Store, set: object): string =>
  Object.entries(set)
    .map(([name, value]) => `${labels[name] ?? name} ${valueText(store, name, value)}`)
    .join(", ");

function valueText(store: Store, name: string, value: unknown): string {
  if (value === undefined) return "unchanged";
  if (Array.isArray(value)) return value.length === 0 ? "none" : oneLine(hashed(value as string[]));
  if (value === null) return name === "billable" ? "as the project" : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return exactDuration(value);
  const text = value as string;
  if (name === "startedAt" || name === "endedAt") return dayAndClock(Date.parse(text), store.zone);
  if (name === "projectId" || name === "taskId")
    return text === "" ? "General" : (nameOf(store, text) ?? "a hidden one");
  return JSON.stringify(oneLine(text));
}

/**
 * Returns the line of the entry as the user saw it. Writes by older versions of stint contain only some of the entry's
 * fields.
 */
function updatedLine(store: Store, { id, entry }: Change): string {
  const stored = entry === undefined ? entryOf(store, id) : undefined;
  const fields = entry ?? (stored === undefined ? undefined : fieldsOf(stored));
  return fields === undefined ? "an entry that is gone" : entryLine(store, fields);
}
