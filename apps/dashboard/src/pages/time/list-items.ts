import type { TimeEntry, Timer } from "@stint/sdk";
import { type DayGroup, upcoming } from "#time/group-by-day.ts";
import { endMs, startMs } from "#time/start-ms.ts";

export type ListItem =
  | { kind: "head"; key: string; group: DayGroup<TimeEntry> }
  | { kind: "entry"; key: string; group: DayGroup<TimeEntry>; entry: TimeEntry }
  | { kind: "gap"; key: string; group: DayGroup<TimeEntry>; from: number; to: number; before: TimeEntry };

export interface List {
  items: ListItem[];
  /** The row indexes of each day's head and last row. */
  placeOf: Map<DayGroup<TimeEntry>, { first: number; last: number }>;
}

/** The running timer stands in the list like a locked entry without a duration. */
export const runningId = "running";

/** Adds the timer to entries that are sorted newest first. */
export function withTimer(entries: readonly TimeEntry[], timer: Timer): readonly TimeEntry[] {
  const running = { ...timer, id: runningId, durationSeconds: 0, billableSeconds: 0, locked: true } as unknown;
  const older = entries.findIndex((entry) => startMs(entry) <= Date.parse(timer.startedAt));
  return entries.toSpliced(older === -1 ? entries.length : older, 0, running as TimeEntry);
}

/** A shorter gap counts as a break, not as untracked time. */
const shortestGapMs = 10 * 60_000;

interface Options {
  withGaps: boolean;
  isUpcomingShown: boolean;
  /** A row key that doesn't change when the server assigns the entry's id. */
  keyOf: (id: string) => string;
  /** Rows already built for a group with the same options. */
  known: WeakMap<DayGroup<TimeEntry>, ListItem[]>;
}

/** The rows of the list: each day's head, then its entries, newest first. Upcoming entries are listed oldest first. */
export function listItems(groups: readonly DayGroup<TimeEntry>[], options: Options): List {
  const items: ListItem[] = [];
  const placeOf: List["placeOf"] = new Map();
  for (const group of groups) {
    const rows =
      group.day === upcoming ? upcomingRows(group, options) : (options.known.get(group) ?? rowsOf(group, options));
    options.known.set(group, rows);
    placeOf.set(group, { first: items.length, last: items.length + rows.length - 1 });
    for (const row of rows) items.push(row);
  }
  return { items, placeOf };
}

function rowsOf(group: DayGroup<TimeEntry>, { withGaps, keyOf }: Options): ListItem[] {
  const rows: ListItem[] = [{ kind: "head", key: group.day, group }];
  const latest = withGaps ? latestBefore(group.entries) : [];
  for (const [at, entry] of group.entries.entries()) {
    rows.push({ kind: "entry", key: keyOf(entry.id), group, entry });
    const before = latest[at];
    // Shows no gap before a locked entry, because people usually can't create entries there.
    if (before === undefined || (entry.locked && entry.id !== runningId)) continue;
    const [from, to] = [endMs(before), startMs(entry)];
    if (to - from >= shortestGapMs) rows.push({ kind: "gap", key: `gap-${from}`, group, from, to, before });
  }
  return rows;
}

function upcomingRows(group: DayGroup<TimeEntry>, { isUpcomingShown, keyOf }: Options): ListItem[] {
  const shown = isUpcomingShown ? group.entries.toReversed() : [];
  const rows = shown.map((entry) => ({ kind: "entry" as const, key: keyOf(entry.id), group, entry }));
  return [{ kind: "head", key: group.day, group }, ...rows];
}

export function isRow(item: ListItem): boolean {
  return item.kind !== "head";
}

/** The index of the next row in the direction of `step`, without heads. */
export function nextRow(items: readonly ListItem[], from: number, step: number): number | undefined {
  for (let at = from + step; at >= 0 && at < items.length; at += step) {
    const item = items[at];
    if (item !== undefined && isRow(item)) return at;
  }
  return undefined;
}

/** Finds, for each entry of a day (newest first), the earlier entry that ended last. */
function latestBefore(entries: readonly TimeEntry[]): (TimeEntry | undefined)[] {
  const latest: (TimeEntry | undefined)[] = [];
  let before: TimeEntry | undefined;
  for (let at = entries.length - 1; at >= 0; at--) {
    latest[at] = before;
    const entry = entries[at];
    if (entry !== undefined && (before === undefined || endMs(entry) > endMs(before))) before = entry;
  }
  return latest;
}
