import type { TimeEntry } from "@stint/sdk";
import { type DayGroup, upcoming } from "#time/group-by-day.ts";
import { endMs, startMs } from "#time/start-ms.ts";

export type ListItem =
  | { kind: "head"; key: string; group: DayGroup<TimeEntry> }
  | { kind: "running"; key: string; group: DayGroup<TimeEntry> }
  | { kind: "entry"; key: string; group: DayGroup<TimeEntry>; entry: TimeEntry }
  | { kind: "gap"; key: string; group: DayGroup<TimeEntry>; from: number; to: number; before: TimeEntry };

export interface List {
  items: ListItem[];
  /** The row indexes of each day's head and last row. */
  placeOf: Map<DayGroup<TimeEntry>, { first: number; last: number }>;
}

/** A shorter gap counts as a break, not as untracked time. */
const shortestGapMs = 10 * 60_000;

interface Options {
  withGaps: boolean;
  isUpcomingShown: boolean;
  /** The day that begins with the running timer. */
  runningOn?: string | undefined;
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
    const kept =
      group.day === upcoming ? upcomingRows(group, options) : (options.known.get(group) ?? rowsOf(group, options));
    options.known.set(group, kept);
    const [head, ...others] = kept;
    const isRunning = head !== undefined && group.day === options.runningOn;
    const rows = isRunning ? [head, { kind: "running" as const, key: "running", group }, ...others] : kept;
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
    if (before === undefined || entry.locked) continue;
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

/** Whether the keys reach the item. The running timer has its own in the bar. */
export function isRow({ kind }: ListItem): boolean {
  return kind === "entry" || kind === "gap";
}

/** The index of the next row in the direction of `step`. */
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
