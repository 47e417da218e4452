// Writes a day as text for an editor, and reads the changes from the edited text.
import { clockText } from "@stint/grammar/time-text.ts";
import type { ClockTime } from "@stint/grammar/parse-clock.ts";
import { type DayItem, parseDayItem } from "@stint/grammar/parse-day-line.ts";
import { chooseProject, taskToMake } from "@stint/grammar/choose-project.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import { dayName, hashed, quoted, shortId } from "#src/output/words.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { fieldsOf } from "#src/store/view.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { sameFields } from "@stint/offline/fields.ts";
import { clockOf, findClock } from "@stint/grammar/zone.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { notSkipped, wholeSecond } from "./instants.ts";
import { choices, choosePlace, placeName } from "./names.ts";

export interface DayChanges {
  /** The items of new lines, which have no id. */
  added: DayItem[];
  changed: { entry: Entry; wanted: EntryFields }[];
  removed: Entry[];
}

export function writeDay(store: Store, day: string, entries: readonly Entry[]): string {
  const lines = entries.map(
    (entry) => `${entry.lockedBy ? "# locked:" : `${shortId(entry.id)} |`} ${lineOf(store, entry)}`,
  );
  return `${lines.join("\n")}${lines.length > 0 ? "\n" : ""}
# ${dayName(day)}, ${store.zone}. One entry per line: 9-10:30 @project/task #tag text
# A changed line changes its entry, a removed one deletes it, and one without an id adds one.
`;
}

/** Formats an entry as `09:00-10:30 @Website/Build Review #review`. */
function lineOf(store: Store, entry: Entry): string {
  const { time, place, description, tags } = partsOf(store, entry);
  return joined(time, place, description, tags);
}

const joined = (...parts: string[]) => parts.filter((part) => part !== "").join(" ");

type Line = ReturnType<typeof partsOf>;

/** Returns the parts of an entry's line: `09:00-10:30`, `@Website/Build`, the description, and `#review`. */
function partsOf(store: Store, entry: Entry) {
  const { zone } = store;
  const start = clockOf(entry.startedMs, zone);
  const end = clockOf(endMs(entry), zone);
  // Write a duration if clock times cannot express the entry: if it lasts less than a minute, passes midnight, or
  // contains a clock change. The seconds of its start and end can add up to a minute.
  const isPlain = Math.abs(entry.seconds - (end - start) * 60) < 60 && entry.seconds >= 60 && end > start;
  const time = isPlain ? `${clockText(start)}-${clockText(end)}` : `${clockText(start)} ${durationText(entry.seconds)}`;
  return {
    time,
    place: `@${quoted(placeName(store, entry))}`,
    description: entry.description.replaceAll(/\s+/g, " ").trim(),
    tags: hashed(entry.tags),
  };
}

function durationText(seconds: number): string {
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)}m${rest === 0 ? "" : `${rest}s`}`;
}

export function readDayText(store: Store, day: string, entries: readonly Entry[], text: string): DayChanges {
  const byRef = new Map(entries.map((entry) => [shortId(entry.id), entry]));
  const changes: DayChanges = { added: [], changed: [], removed: [] };
  for (const typed of text.split("\n").map((line) => line.trim())) {
    if (typed === "" || typed.startsWith("#")) continue;
    const [, ref, content = ""] = /^([0-9a-f]{6})\s*\|\s*(.*)$/i.exec(typed) ?? [];
    if (ref === undefined) {
      changes.added.push(parseDayItem(typed, store.today, day));
      continue;
    }
    const entry = byRef.get(ref.toLowerCase());
    if (entry === undefined)
      throw wrongInput(`The day has no entry ${ref}, or the text contains it twice.`, "Keep each id once, unchanged.");
    byRef.delete(ref.toLowerCase());
    if (content === lineOf(store, entry)) continue;
    const wanted = wantedOf(store, day, entry, { before: partsOf(store, entry), after: content });
    if (!sameFields(fieldsOf(entry), wanted)) changes.changed.push({ entry, wanted });
  }
  changes.removed = [...byRef.values()].filter(({ lockedBy }) => lockedBy === null);
  return changes;
}

/**
 * Returns the entry's fields after the edit. Changes only the fields that differ between the two lines, because the
 * lines may not show the seconds.
 */
function wantedOf(store: Store, day: string, entry: Entry, lines: { before: Line; after: string }): EntryFields {
  const { time, place, description, tags } = lines.before;
  const before = describedIn(parseDayItem(joined(time, place, description, tags), store.today, day), lines.before);
  const after = describedIn(parseDayItem(lines.after, store.today, day), lines.before);
  if (after.seconds === undefined) throw wrongInput(`"${lines.after}" has no time.`, "Write 9-10:30 or 9:15 45m.");
  const wanted = fieldsOf(entry);
  const longer = longerName(store, after);
  if (after.project !== before.project || (longer !== undefined && longer !== longerName(store, before))) {
    const { projectId, taskId = taskToMake, description } = choosePlace(store, after);
    Object.assign(wanted, { projectId, taskId });
    after.description = description;
  }
  if (after.description !== before.description) wanted.description = after.description;
  if (!sameFields({ tags: after.tags }, { tags: before.tags })) wanted.tags = after.tags;
  const { start = { clockMinutes: clockOf(entry.startedMs, store.zone) } } = after;
  const moves = !isSameTime(start, before.start) || after.day !== day;
  const at = (time: ClockTime, limits: { near: number; after?: number }) =>
    notSkipped(findClock([after.day], time, store.zone, limits), lines.after);
  const isSameLength = after.seconds === before.seconds && (after.end === undefined) === (before.end === undefined);
  const kept = after.end === undefined || isSameLength ? entry.startedMs : wholeSecond(entry.startedMs);
  const startMs = moves ? at(start, { near: entry.startedMs }) : kept;
  if (startMs !== entry.startedMs) wanted.startedAt = new Date(startMs).toISOString();
  const unseen = entry.seconds - (before.seconds ?? 0);
  const until = (ms: number) => Math.max(0, Math.floor((ms - startMs) / 1000));
  if (moves && after.end !== undefined && isSameTime(after.end, before.end) && after.day === day)
    wanted.durationSeconds = until(endMs(entry));
  else if (after.end !== undefined && (moves || !isSameLength))
    wanted.durationSeconds = until(at(after.end, { near: endMs(entry), after: startMs })) + (isSameLength ? unseen : 0);
  else if (!isSameLength) wanted.durationSeconds = after.seconds;
  return wanted;
}

const isSameTime = (left: ClockTime, right: ClockTime | undefined): boolean =>
  left.clockMinutes === right?.clockMinutes && left.offsetMinutes === right.offsetMinutes;

/**
 * Returns the project and task that an item names with words of its text; undefined if no words of the text belong to a
 * name. In a line that was written here, all these words are description, so the caller ignores a result that the line
 * had before the edit.
 */
function longerName(store: Store, item: DayItem): string | undefined {
  const { project, task, description } = chooseProject(item, choices(store, undefined));
  return description === item.description ? undefined : `${project?.id} ${task?.id}`;
}

/**
 * Reads a line that is still in the form that `lineOf` writes: the project comes first and the tags last, so `@` and
 * `#` between them belong to the description. Other lines are read like those that users type.
 */
function describedIn(item: DayItem, written: Line): DayItem {
  const [, place, content = ""] = /^(@(?:"[^"]+"|[^\s@#"])+)(?:\s+(.*))?$/s.exec(item.text.trim()) ?? [];
  if (place === undefined) return item;
  const { project } = parseDescription(place);
  const after = (description: string) => (/[",;:]$/.test(place) ? "" : description);
  const rest = content.startsWith(written.description) ? content.slice(written.description.length) : undefined;
  if (rest !== undefined && trailingTags.exec(rest)?.[0] === rest)
    return {
      ...item,
      project,
      description: written.description,
      after: after(written.description),
      rest: "",
      tags: parseDescription(rest).tags,
    };
  const ending = tagsAtEnd(content);
  const tags = ending === tagsAtEnd(joined(written.description, written.tags)) ? written.tags : ending;
  const description = content.slice(0, content.length - tags.length).trim();
  return { ...item, project, description, after: after(description), rest: "", tags: parseDescription(tags).tags };
}

const trailingTags = /(?:(?:^|\s+)#(?:"[^"]+"|[^\s@#"]+))*$/;

const tagsAtEnd = (text: string): string => (trailingTags.exec(text)?.[0] ?? "").trim();
