import { taskToMake } from "@stint/grammar/choose-project.ts";
import { parseDuration } from "@stint/grammar/parse-duration.ts";
import { hasTag, retag } from "@stint/grammar/retag.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import type { Context } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { changeOf, deleteOf, fieldsOf, updateOf } from "#src/store/view.ts";
import { type EntryFields, newLocalId, type TimerFields } from "@stint/offline/write.ts";
import { sameFields } from "@stint/offline/fields.ts";
import { atClock, clockOf, dayOf, nextClock, startOfRange } from "@stint/grammar/zone.ts";
import { notSkipped, readClock, readDuration, readInstant, readTypedDay, wholeSecond } from "#src/typed/instants.ts";
import { choosePlace } from "#src/typed/names.ts";
import { findEntry } from "#src/typed/find-entry.ts";
import { entryLine, workText } from "#src/shown/entry-line.ts";
import { exactClock } from "#src/output/words.ts";
import { act } from "#src/action/act.ts";
import { confirm, confirmTimes } from "#src/action/confirm.ts";
import { openData } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";

type EditFlags = Flags<"edit">;

export async function edit(this: Context, flags: EditFlags, ...[ref = "", ...words]: string[]): Promise<void> {
  using store = await openData(this);
  const typed = words.join(" ").trim();
  if (ref === "timer") {
    await editTimer(this, store, typed, flags);
    return;
  }
  const entry = findEntry(store, ref);
  const before = fieldsOf(entry);
  const wanted: EntryFields = { ...before, ...described(store, typed, flags, before), ...timed(store, entry, flags) };
  if (flags.ref !== undefined) wanted.externalRef = flags.ref === "" ? null : flags.ref;
  demandChange(before, wanted);
  const known = { hasEnd: flags.to !== undefined, formerSeconds: before.durationSeconds };
  await confirmTimes(this, store, [wanted], flags, known);
  const label = `Changed to ${entryLine(store, wanted)}`;
  await act(this, store, { label, writes: [updateOf(entry, wanted)] }, flags);
}

function demandChange(before: object, wanted: object): void {
  if (!sameFields(before, wanted)) return;
  throw wrongInput("Nothing would change.", "Type a new text, or give options, such as --from 9:15.");
}

async function editTimer(context: Context, store: Store, typed: string, flags: EditFlags): Promise<void> {
  const { timer } = store.view;
  if (timer === null) throw wrongInput("No timer is running.", "Start one: stint start @project text");
  if (flags.to ?? flags.for ?? flags.day ?? flags.ref)
    throw wrongInput("A running timer has only a start.", "Use --from, or stop it first.");
  const wanted: Partial<TimerFields> = described(store, typed, flags, { ...timer, taskId: timer.taskId ?? "" });
  if (flags.from !== undefined) {
    const startMs = readInstant(flags.from, store, Date.parse(timer.startedAt));
    if (startMs > store.nowMs) throw wrongInput("A timer can't start in the future.", "Choose an earlier --from.");
    wanted.startedAt = new Date(startMs).toISOString();
  }
  demandChange(timer, wanted);
  const { startedAt } = timer;
  const changed = { ...timer, ...wanted };
  const since = exactClock(Date.parse(changed.startedAt), store.zone);
  const label = `Changed the timer to ${workText(store, changed)} since ${since}`;
  const write = { kind: "updateTimer" as const, ...changeOf(timer, wanted), of: { startedAt } };
  await act(context, store, { label, writes: [write] }, flags);
}

type Place = Pick<EntryFields, "projectId" | "taskId" | "tags" | "description" | "billable">;

/**
 * Returns the changes that the text and the options describe: `@project` moves the entry, `#tags` replace its tags, and
 * all other words replace its description. `--tag` and `--untag` change single tags.
 */
export function described(
  store: Store,
  typed: string,
  flags: Pick<EditFlags, "tag" | "untag" | "billable">,
  before: Place,
): Partial<Place> {
  const { tag, untag, billable } = flags;
  const parsed = parseDescription(typed);
  const changes: Partial<Place> = {};
  if (parsed.project !== undefined) {
    const { projectId, taskId, description } = choosePlace(store, parsed, before);
    parsed.description = description;
    changes.projectId = projectId;
    if (taskId !== undefined || projectId !== before.projectId) changes.taskId = taskId ?? taskToMake;
  }
  if (parsed.description !== "") changes.description = parsed.description;
  if (parsed.tags.length > 0) changes.tags = parsed.tags;
  const { tags = before.tags } = changes;
  const missing = untag?.find((each) => !hasTag(tags, each));
  const has = tags.length > 0 ? `Tags: ${tags.join(", ")}` : undefined;
  if (missing !== undefined) throw wrongInput(`There is no tag "${missing}" to remove.`, has);
  if ((tag ?? untag) !== undefined) changes.tags = retag(tags, untag, tag);
  if (billable !== undefined) changes.billable = billable;
  return changes;
}

function timed(store: Store, entry: Entry, flags: EditFlags): Partial<EntryFields> {
  const { zone } = store;
  if (flags.to !== undefined && flags.for !== undefined) throw wrongInput("Use --to or --for, not both.");
  const day = flags.day === undefined ? dayOf(entry.startedMs, zone) : readTypedDay(flags.day, store.today);
  let startMs = entry.startedMs;
  const isSameDay = day === dayOf(startMs, zone);
  if (flags.from !== undefined) {
    const to = flags.to === undefined ? undefined : readClock(flags.to);
    const near = isSameDay ? startMs : undefined;
    startMs = notSkipped(startOfRange(day, readClock(flags.from), to, zone, near), flags.from);
  } else if (flags.day !== undefined) startMs = atClock(day, clockOf(startMs, zone), zone);
  if (flags.to !== undefined) startMs = wholeSecond(startMs);
  const changes: Partial<EntryFields> =
    startMs === entry.startedMs ? {} : { startedAt: new Date(startMs).toISOString() };
  if (flags.for !== undefined) changes.durationSeconds = readDuration(flags.for);
  else if (flags.to !== undefined) {
    const near = isSameDay ? endMs(entry) : undefined;
    const stopMs = notSkipped(nextClock(startMs, day, readClock(flags.to), zone, near), flags.to);
    changes.durationSeconds = Math.floor((stopMs - startMs) / 1000);
  } else if (flags.from !== undefined && flags.day === undefined) {
    if (startMs > endMs(entry)) throw wrongInput(`${flags.from} is after the entry's end.`, "Give --to or --for too.");
    // Change the duration too, so that correcting the start does not move the end.
    changes.durationSeconds = Math.floor((endMs(entry) - startMs) / 1000);
  }
  return changes;
}

/** Makes two entries of one, with the same fields except for the reference, which must be unique. */
export async function split(this: Context, flags: Flags<"split">, ref: string, typed: string): Promise<void> {
  using store = await openData(this);
  const entry = findEntry(store, ref);
  const before = fieldsOf(entry);
  const { startedMs, seconds } = entry;
  // Round up, so that the first part does not seem to end a minute before the typed time.
  const secondsTo = (ms: number) => Math.ceil((ms - startedMs) / 1000);
  const durationSeconds =
    lengthOf(typed) ??
    secondsTo(notSkipped(nextClock(startedMs, dayOf(startedMs, store.zone), readClock(typed), store.zone), typed));
  if (durationSeconds <= 0 || durationSeconds >= seconds)
    throw wrongInput(
      `"${typed}" is not within ${entryLine(store, before)}.`,
      "Write a time between its start and its end, or how long its first part is: 45m.",
    );
  const startedAt = new Date(startedMs + durationSeconds * 1000).toISOString();
  const first = { ...before, durationSeconds };
  const second = { ...before, startedAt, durationSeconds: seconds - durationSeconds, externalRef: null };
  const label = ["Split into:", ...[first, second].map((part) => `  ${entryLine(store, part)}`)].join("\n");
  const add = { kind: "create" as const, entries: [{ ...second, localId: newLocalId() }] };
  await act(this, store, { label, writes: [updateOf(entry, first), add] }, flags);
}

/** Reads a duration with a unit; a text without one, or with am or pm, is a time of day. */
const lengthOf = (typed: string): number | undefined =>
  /\d\s*(?:[hms]|std)/i.test(typed) && !/[ap]\.?m/i.test(typed) ? parseDuration(typed) : undefined;

export async function deleteEntries(this: Context, flags: Flags<"delete">, ...refs: string[]): Promise<void> {
  using store = await openData(this);
  const entries = [...new Map(refs.map((ref) => findEntry(store, ref)).map((entry) => [entry.id, entry])).values()];
  const lines = entries.map((entry) => entryLine(store, fieldsOf(entry))).join("\n");
  if (!flags.dryRun) await confirm(this, `Delete this?\n${lines}`, flags.yes);
  await act(this, store, { label: `Deleted ${lines}`, writes: entries.map(deleteOf) }, flags);
}
