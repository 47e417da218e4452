import { retag } from "@stint/grammar/retag.ts";
import { taskToMake } from "@stint/grammar/choose-project.ts";
import { atClock, clockOf, dayOf } from "@stint/grammar/zone.ts";
import { differing, pick, withoutUndefined } from "@stint/offline/fields.ts";
import { undefinedIfMissing } from "@stint/offline/outcome.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import type { TimeEntry } from "@stint/sdk";
import { findProject, findTask, listTasks } from "#src/names/find.ts";
import { readLength, readOneDay, readStart } from "#src/names/periods.ts";
import { flag, list, number, object, orEmpty, text, type ValueOf } from "#src/protocol/schema.ts";
import type { KnownTask, ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { clean, quote, quoteAll } from "#src/text/mark.ts";
import { settableOf } from "./undo.ts";

const tag = text("A label.", "meeting", "client");

/** The new values; omitted fields stay unchanged. */
export const wantedFields = object(
  {
    project: text("Move to this project; the task of the same name there, if there is one.", "Website"),
    client: text("The project's client, if several projects have the name.", "Acme"),
    task: text("Move to this task.", "Build"),
    description: orEmpty(text("The complete new description.", "Landing page")),
    tags: orEmpty(list("All new labels, replacing the old ones.", tag, 20)),
    add_tags: list("Labels to add.", tag, 20),
    remove_tags: list("Labels to remove.", tag, 20),
    billable: flag("Whether it is charged."),
    day: text("Move to this day, at the same time.", "yesterday"),
    start: text("The new start on its day. Without end and duration, the duration stays.", "9:15"),
    end: text("The new end.", "10:45"),
    duration: text("The new duration.", "1:30"),
  },
  [],
  { examples: [{ project: "Website", start: "9:15" }] },
);
export type Wanted = ValueOf<typeof wantedFields>;

/** An entry, as `list_time` returns it. */
export const reference = object(
  {
    entry: text("The entry, as list_time returns it.", "time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"),
    version: number(
      "The entry's version in list_time; the change is refused if the entry has changed since.",
      1,
      1_000_000_000,
    ),
  },
  ["entry"],
  { examples: [{ entry: "time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" }] },
);
export type Reference = ValueOf<typeof reference>;

export async function readEntries(context: ToolContext, references: readonly Reference[], isDeleted = false) {
  const ids = references.map(({ entry }) => entry);
  if (new Set(ids).size < ids.length) throw new ToolError("An entry is listed twice. List each only once.");
  return Promise.all(ids.map((id) => readEntry(context, id, isDeleted)));
}

/** Throws if one of the entries has changed since the caller saw it. */
export async function demandUnchanged(
  context: ToolContext,
  entries: readonly TimeEntry[],
  references: readonly Reference[],
): Promise<void> {
  for (const [at, entry] of entries.entries()) {
    const version = references[at]?.version;
    if (version !== undefined && version !== entry.version)
      throw new ToolError(
        `Nothing was written: the entry ${entry.id} has changed since version ${version}. ${await whatChanged(context, entry, version)} Read it again with list_time, and ask the person if the change is still wanted.`,
      );
  }
}

export async function readEntry({ stint }: ToolContext, id: string, isDeleted = false): Promise<TimeEntry> {
  const unknown = new ToolError(
    `There is no entry ${quote(id)} that this key sees. list_time returns the entries (include_deleted: true for deleted ones).`,
  );
  if (!/^time_[0-9a-f]+$/.test(id)) throw unknown;
  const kept = await stint.timeEntries.get(id).catch(undefinedIfMissing);
  const found = kept ?? (isDeleted ? await findDeleted(stint, id) : undefined);
  if (found === undefined) throw unknown;
  return found;
}

/** Finds a deleted entry. Searches a list, latest change first, because deleted entries appear only in lists. */
async function findDeleted(stint: ToolContext["stint"], id: string): Promise<TimeEntry | undefined> {
  let read = 0;
  for await (const entry of stint.timeEntries.list({ includeDeleted: true, sort: "-updatedAt" })) {
    if (entry.id === id) return entry;
    if (++read >= 2_000) return undefined;
  }
  return undefined;
}

/** Returns a sentence that says who changed which fields since that version; empty if nothing is recorded. */
async function whatChanged({ stint }: ToolContext, { id, version }: TimeEntry, since: number): Promise<string> {
  const page = await stint.timeEntries.listHistory(id, { limit: Math.min(20, Math.max(1, version - since)) });
  const fields = new Set(page.data.flatMap(({ changes }) => changes.map(({ field }) => field)));
  const people = new Set(page.data.map(({ actor }) => clean(actor.userName ?? "the service")));
  return fields.size === 0 ? "" : `${quoteAll([...people])} changed ${[...fields].join(", ")}.`;
}

type Fields = ReturnType<typeof settableOf>;

/**
 * Returns the fields that the change sets, without those that already have the wanted value. If the write will create
 * the task General, keeps the project in any case, because the task is created in it.
 */
export async function planChange(context: ToolContext, entry: TimeEntry, wanted: Wanted): Promise<Partial<Fields>> {
  const { description, billable } = wanted;
  const place = await planPlace(context, entry, wanted);
  const tags = retag(wanted.tags ?? entry.tags, wanted.remove_tags, wanted.add_tags);
  const set = withoutUndefined({ ...place, description, tags, billable, ...planTime(context, entry, wanted) });
  return pick(set, [
    ...differing(settableOf(entry), set),
    ...(place.taskId === taskToMake ? ["projectId"] : []),
  ]) as Partial<Fields>;
}

/** Returns the duration of the first part of an entry that is split at `at`, and the second part as a new entry. */
export async function planSplit(context: ToolContext, entry: TimeEntry, at: string, wanted: Wanted) {
  const startMs = Date.parse(entry.startedAt);
  const seconds = readLength(context, { end: at }, dayOf(startMs, context.zone), startMs) ?? 0;
  const durationSeconds = entry.durationSeconds - seconds;
  if (durationSeconds <= 0) throw new ToolError(`${quote(at)} is not within the entry. Send a time between its ends.`);
  const startedAt = new Date(startMs + seconds * 1000).toISOString();
  const second = { ...entry, startedAt, durationSeconds };
  const rest = { ...settableOf(second), ...(await planChange(context, second, wanted)) } as EntryFields;
  return { seconds, rest };
}

async function planPlace(
  context: ToolContext,
  entry: TimeEntry,
  { project, client, task }: Wanted,
): Promise<Partial<Fields>> {
  if (project === undefined && task === undefined) return {};
  const target = await findProject(context, project ?? entry.projectId, client);
  if (task === undefined && target.id === entry.projectId) return {};
  const former = (await context.directory()).tasks.get(entry.taskId);
  const isEqual = ({ name, status }: KnownTask) =>
    status === "open" && name.toLowerCase() === former?.name.toLowerCase();
  const equal = task === undefined ? (await listTasks(context, target.id)).find(isEqual) : undefined;
  const { id: taskId } = equal ?? (await findTask(context, target, task));
  return { projectId: target.id, taskId };
}

function planTime(context: ToolContext, entry: TimeEntry, wanted: Wanted): Partial<Fields> {
  const { zone } = context;
  if ([wanted.day, wanted.start, wanted.end, wanted.duration].every((each) => each === undefined)) return {};
  const formerMs = Date.parse(entry.startedAt);
  const day = wanted.day === undefined ? dayOf(formerMs, zone) : readOneDay(context, wanted.day);
  const isSameDay = day === dayOf(formerMs, zone);
  let startMs = formerMs;
  const [near, nearEnd] = isSameDay ? [formerMs, Date.parse(entry.endedAt)] : [];
  if (wanted.start !== undefined) startMs = readStart(context, day, wanted.start, { end: wanted.end, near });
  else if (!isSameDay) startMs = atClock(day, clockOf(formerMs, zone), zone);
  const seconds = readLength(context, wanted, day, startMs, nearEnd) ?? entry.durationSeconds;
  return { startedAt: new Date(startMs).toISOString(), durationSeconds: seconds };
}
