import { longestSeconds, taskToMake } from "@stint/grammar/place-items.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import type { Context } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entryOf, fieldsOf, lastEntry, updateOf } from "#src/store/view.ts";
import type { EntryFields, TimerFields } from "@stint/offline/write.ts";
import { differing, pick } from "@stint/offline/fields.ts";
import { atClock, clockOf, dayOf, nextClock, startOfRange } from "@stint/grammar/zone.ts";
import { notSkipped, readClock, readDuration, readInstant, readTypedDay } from "#src/typed/instants.ts";
import { choosePlace, namesById } from "#src/typed/names.ts";
import { duration } from "#src/output/words.ts";
import { act, type WriteFlags } from "./act.ts";
import { confirm } from "./confirm.ts";
import { openData } from "./open-fresh.ts";
import { entryLine } from "./log.ts";

export interface EditFlags extends WriteFlags {
  yes: boolean;
  from?: string;
  to?: string;
  for?: string;
  day?: string;
  tag?: readonly string[];
  untag?: readonly string[];
  ref?: string;
  billable?: boolean;
}

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
  const names = differing(before, wanted);
  if (names.length === 0)
    throw wrongInput("Nothing would change.", "Type a new text, or give options, such as --from 9:15.");
  const [set, seen] = [pick(wanted, names), pick(before, names)];
  await confirmTimes(this, store, before, wanted, flags);
  await act(
    this,
    store,
    {
      label: `Changed to ${entryLine(wanted, namesById(store.names()), store.zone)}`,
      writes: [updateOf(entry, seen, set)],
    },
    flags,
  );
}

/** Asks about a time that is probably mistyped: an end before the start, or a very long entry. */
async function confirmTimes(
  context: Context,
  store: Store,
  before: EntryFields,
  wanted: EntryFields,
  { to, yes, dryRun }: EditFlags,
): Promise<void> {
  const { durationSeconds } = wanted;
  const startMs = Date.parse(wanted.startedAt);
  // An entry that ends at midnight counts as ending on the day before.
  const lastDay = dayOf(startMs + durationSeconds * 1000 - 1, store.zone);
  const isLong = durationSeconds > longestSeconds && durationSeconds > before.durationSeconds;
  const isOvernight = to !== undefined && lastDay > dayOf(startMs, store.zone);
  if (dryRun || !(isLong || isOvernight)) return;
  const line = entryLine(wanted, namesById(store.names()), store.zone);
  const what = isOvernight ? "That ends on the next day" : `That is ${duration(durationSeconds)}`;
  await confirm(context, `${what}: ${line}\nIs this right?`, yes);
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
  const names = differing(timer, wanted);
  if (names.length === 0)
    throw wrongInput("Nothing would change.", "Type a new text, or give options, such as --from 9:15.");
  const [set, seen] = [pick(wanted, names), pick(timer, names)];
  const { startedAt } = timer;
  await act(
    context,
    store,
    {
      label: `Changed ${names.join(", ")} of the running timer.`,
      writes: [{ kind: "updateTimer", seen, set, of: { startedAt } }],
    },
    flags,
  );
}

type Place = Pick<EntryFields, "projectId" | "taskId" | "tags" | "description" | "billable">;

/**
 * Returns the changes that the text and the options describe: `@project` moves the entry, `#tags` replace its tags, and
 * all other words replace its description. `--tag` and `--untag` change single tags.
 */
function described(store: Store, typed: string, flags: EditFlags, before: Place): Partial<Place> {
  const { tag, untag, billable } = flags;
  const parsed = parseDescription(typed);
  const changes: Partial<Place> = {};
  if (parsed.project !== undefined) {
    const { project, task, description } = choosePlace(store, parsed);
    parsed.description = description;
    changes.projectId = project.id;
    if (task !== undefined || project.id !== before.projectId) changes.taskId = task?.id ?? taskToMake;
  }
  if (parsed.description !== "") changes.description = parsed.description;
  if (parsed.tags.length > 0) changes.tags = parsed.tags;
  if (tag !== undefined || untag !== undefined)
    changes.tags = retagged(changes.tags ?? before.tags, { add: tag ?? [], remove: untag ?? [] });
  if (billable !== undefined) changes.billable = billable;
  return changes;
}

/** Compares tags as the server does, ignoring case. */
function retagged(tags: readonly string[], changes: { add: readonly string[]; remove: readonly string[] }): string[] {
  const byName = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  for (const tag of changes.remove)
    if (!byName.delete(tag.toLowerCase()))
      throw wrongInput(
        `There is no tag "${tag}" to remove.`,
        tags.length === 0 ? undefined : `Tags: ${tags.join(", ")}`,
      );
  for (const tag of changes.add) if (!byName.has(tag.toLowerCase())) byName.set(tag.toLowerCase(), tag);
  return [...byName.values()];
}

function timed(store: Store, entry: Entry, flags: EditFlags): Partial<EntryFields> {
  const { zone } = store;
  if (flags.to !== undefined && flags.for !== undefined) throw wrongInput("Use --to or --for, not both.");
  const day = flags.day === undefined ? dayOf(entry.startedMs, zone) : readTypedDay(flags.day, store.today);
  const moves = flags.from !== undefined || flags.day !== undefined;
  let startMs = entry.startedMs;
  const isSameDay = day === dayOf(startMs, zone);
  if (flags.from !== undefined) {
    const to = flags.to === undefined ? undefined : readClock(flags.to);
    const near = isSameDay ? startMs : undefined;
    startMs = notSkipped(startOfRange(day, readClock(flags.from), to, zone, near), flags.from);
  } else if (flags.day !== undefined) startMs = atClock(day, clockOf(startMs, zone), zone);
  const changes: Partial<EntryFields> = moves ? { startedAt: new Date(startMs).toISOString() } : {};
  if (flags.for !== undefined) changes.durationSeconds = readDuration(flags.for);
  else if (flags.to !== undefined) {
    const near = isSameDay ? endMs(entry) : undefined;
    const stopMs = notSkipped(nextClock(startMs, day, readClock(flags.to), zone, near), flags.to);
    changes.durationSeconds = Math.floor((stopMs - startMs) / 1000);
  } else if (flags.from !== undefined && flags.day === undefined)
    // Change the duration too, so that correcting the start does not move the end.
    changes.durationSeconds = Math.max(0, Math.floor((endMs(entry) - startMs) / 1000));
  return changes;
}

/**
 * Finds an entry by `last`, or by the end of its id as `list` shows it. Before the entry was sent, `list` showed a
 * local id, which is found too.
 */
export function findEntry(store: Store, ref: string): Entry {
  const { view, mirror, queue, nowMs } = store;
  if (ref === "last") {
    const last = lastEntry(view, mirror, nowMs);
    if (last === undefined) throw wrongInput("There are no entries yet.", 'Log one: stint log "45m @project text"');
    return last;
  }
  const isId = /^(?:time_|local_)?[0-9a-f]{4,}$/i.test(ref);
  const changed = [...view.changed.keys()].filter((id) => id.endsWith(ref));
  const ids = isId ? new Set([...mirror.idsEndingWith(ref), ...changed, ...queue.idsOf(ref)]) : [];
  const found = [...ids].flatMap((id) => entryOf(view, mirror, id) ?? []);
  const [entry] = found;
  if (entry === undefined)
    throw wrongInput(`There is no entry "${ref}".`, "Use last, timer, or an id from stint list, such as 3fa9c2.");
  if (found.length > 1) throw wrongInput(`${found.length} entries end with "${ref}".`, "Type more of the id.");
  return entry;
}
