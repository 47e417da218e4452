import type { TimeEntry } from "@stint/sdk";
import type { Change, NewEntry, Write } from "@stint/offline/write.ts";
import { createDayFinder, type Day, sumOf } from "#time/group-by-day.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { startOfDay } from "#time/zoned.ts";
import { atClock } from "@stint/grammar/zone.ts";
import { batches } from "#parts/entries/batches.ts";

/** A cell of the timesheet: a task's entries that start on a day. */
export interface CellPlace {
  projectId: string;
  taskId: string;
  day: string;
}

/** A cell and its new time in seconds; 0 empties it. */
export interface CellEdit extends CellPlace {
  seconds: number;
}

/**
 * An edit that leaves its cell unchanged, because it would touch locked entries or exceed the length of the day, which
 * isn't 24 hours if clocks change.
 */
export interface CellRefusal {
  edit: CellEdit;
  reason: "locked" | "dayFull";
}

/**
 * The effect of edits: the writes of a single undoable step, which create, change and delete entries, and the cells
 * that stay unchanged.
 */
export interface CellWrites {
  created: NewEntry[];
  changed: Change[];
  deleted: string[];
  writes: Write[];
  refused: CellRefusal[];
}

export interface CellRules {
  zone: string;
  /** The organization's lock instant; entries can't be created before it. */
  lockedBefore: number;
  newId: () => string;
}

const minuteMs = 60_000;
const firstMinutes = 9 * 60;

/**
 * Turns the cells that a person sets into changes to entries:
 *
 * - An empty cell gets one entry. It starts at the end of the day's last entry, rounded up to the minute, or at 9:00 on an
 *   empty day; if it would pass midnight, it ends with the day instead.
 * - A cell with one entry changes that entry's duration; its hidden seconds are dropped.
 * - A cell with several entries adds time to the last entry. To shorten the cell, time is removed from the last entry
 *   backwards; entries that reach zero are deleted.
 * - 0 deletes the cell's entries. A value equal to the displayed one changes nothing.
 * - Locked entries never change. A cell stays unchanged if the new time can't be reached without them.
 * - A day's cells stay unchanged if its time would exceed the length of the day.
 */
export function cellToWrites(edits: readonly CellEdit[], entries: readonly TimeEntry[], rules: CellRules): CellWrites {
  const findDay = createDayFinder(rules.zone);
  const entriesOf = Map.groupBy(entries, (entry) => findDay(startMs(entry)).day);
  const result: CellWrites = { created: [], changed: [], deleted: [], writes: [], refused: [] };
  for (const [day, own] of Map.groupBy(edits, (edit) => edit.day))
    editDay(own, findDay(startOfDay(day, rules.zone)), entriesOf.get(day) ?? [], rules, result);
  for (const ids of batches(result.deleted)) result.writes.push({ kind: "delete", ids });
  for (const changes of batches(result.changed)) result.writes.push({ kind: "update", changes });
  for (const made of batches(result.created)) result.writes.push({ kind: "create", entries: made });
  return result;
}

function editDay(
  edits: readonly CellEdit[],
  day: Day,
  entries: readonly TimeEntry[],
  { zone, lockedBefore, newId }: CellRules,
  result: CellWrites,
): void {
  const refused: CellRefusal[] = [];
  const changed: Change[] = [];
  const deleted: string[] = [];
  const wanted: CellEdit[] = [];
  let growth = 0;
  for (const edit of edits) {
    const own = entries
      .filter(({ projectId, taskId }) => projectId === edit.projectId && taskId === edit.taskId)
      .toSorted((left, right) => startMs(left) - startMs(right));
    const { seconds } = sumOf(own);
    if (isShown(own, seconds, edit.seconds)) continue;
    const isPossible =
      own.length === 0 ? lockedBefore < day.to : editEntries(own, edit.seconds - seconds, changed, deleted);
    if (!isPossible) {
      refused.push({ edit, reason: "locked" });
      continue;
    }
    if (own.length === 0) wanted.push(edit);
    growth += edit.seconds - seconds;
  }
  if (growth > 0 && sumOf(entries).seconds + growth > (day.to - day.from) / 1000) {
    result.refused.push(...edits.map((edit) => ({ edit, reason: "dayFull" }) as const));
    return;
  }
  result.refused.push(...refused);
  result.changed.push(...changed);
  result.deleted.push(...deleted);
  const durations = new Map(changed.map(({ id, set }) => [id, set.durationSeconds]));
  const ends = entries
    .filter(({ id }) => !deleted.includes(id))
    .map((entry) => endMs({ ...entry, durationSeconds: durations.get(entry.id) ?? entry.durationSeconds }));
  let last = ends.length === 0 ? undefined : Math.max(...ends);
  for (const { projectId, taskId, seconds } of wanted) {
    const start = Math.max(lockedBefore, startOfNew(day, last, seconds, zone));
    last = start + seconds * 1000;
    const startedAt = new Date(start).toISOString();
    const fields = {
      projectId,
      taskId,
      startedAt,
      durationSeconds: seconds,
      description: "",
      tags: [],
      billable: null,
    };
    result.created.push({ ...fields, source: "timesheet", localId: newId() });
  }
}

/** Whether a cell already shows that time. Seconds aren't displayed, but a cell with only a few seconds isn't empty. */
function isShown(entries: readonly TimeEntry[], seconds: number, wanted: number): boolean {
  if (wanted === 0) return entries.length === 0;
  return seconds === wanted || (wanted % 60 === 0 && Math.floor(seconds / 60) * 60 === wanted);
}

/**
 * Lengthens or shortens a cell's entries by a difference; `entries` are earliest first. Returns false if that is
 * impossible.
 */
function editEntries(entries: readonly TimeEntry[], seconds: number, changed: Change[], deleted: string[]): boolean {
  const open = entries.filter(({ locked }) => !locked).toReversed();
  const [last] = open;
  if (last === undefined || sumOf(open).seconds + seconds < 0) return false;
  if (seconds > 0) {
    changed.push(changeOf(last, last.durationSeconds + seconds));
    return true;
  }
  const isEmptied = sumOf(entries).seconds + seconds === 0;
  let less = -seconds;
  for (const entry of open) {
    if (less === 0 && !isEmptied) break;
    if (less >= entry.durationSeconds) deleted.push(entry.id);
    else changed.push(changeOf(entry, entry.durationSeconds - less));
    less -= Math.min(less, entry.durationSeconds);
  }
  return true;
}

function changeOf({ id, durationSeconds }: TimeEntry, wanted: number): Change {
  return { id, set: { durationSeconds: wanted }, seen: { durationSeconds } };
}

/** The start of a new entry. `last` is the end of the day's last entry. */
function startOfNew(day: Day, last: number | undefined, seconds: number, zone: string): number {
  const start = last === undefined ? atClock(day.day, firstMinutes, zone) : Math.ceil(last / minuteMs) * minuteMs;
  const latest = Math.max(day.from, day.to - seconds * 1000);
  return Math.max(day.from, Math.min(start, latest));
}
