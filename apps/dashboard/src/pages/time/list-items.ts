import type { TimeEntry } from "@stint/sdk";
import type { DayGroup } from "#time/group-by-day.ts";
import { endMs, startMs } from "#time/start-ms.ts";

/** A row of the list. */
export type ListItem =
  | { kind: "head"; key: string; group: DayGroup<TimeEntry> }
  | { kind: "entry"; key: string; group: DayGroup<TimeEntry>; entry: TimeEntry }
  | { kind: "gap"; key: string; group: DayGroup<TimeEntry>; from: number; to: number; before: TimeEntry };

export interface List {
  items: ListItem[];
  /** The places of the head and the last row of each day. */
  placeOf: Map<DayGroup<TimeEntry>, { first: number; last: number }>;
}

/** Less than this between two entries is a pause, not forgotten time. */
const shortestGapMs = 10 * 60_000;

interface Options {
  /** Tells whether the time that nobody has accounted for is shown between entries. */
  withGaps: boolean;
  /** Names a row the same before and after the server has given an entry its id. */
  keyOf: (id: string) => string;
  /** The rows of groups that were made before with the same options. */
  known: WeakMap<DayGroup<TimeEntry>, ListItem[]>;
}

/** The rows of the list: each day's head and its entries newest first. */
export function listItems(groups: readonly DayGroup<TimeEntry>[], options: Options): List {
  const items: ListItem[] = [];
  const placeOf: List["placeOf"] = new Map();
  for (const group of groups) {
    const rows = options.known.get(group) ?? rowsOf(group, options);
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
    // Before the lock date nothing can be made.
    if (before === undefined || entry.locked) continue;
    const [from, to] = [endMs(before), startMs(entry)];
    if (to - from >= shortestGapMs) rows.push({ kind: "gap", key: `gap-${from}`, group, from, to, before });
  }
  return rows;
}

export function isRow(item: ListItem): boolean {
  return item.kind !== "head";
}

/** The next row with something to do, up or down; heads are passed over. */
export function nextRow(items: readonly ListItem[], from: number, step: number): number | undefined {
  for (let at = from + step; at >= 0 && at < items.length; at += step) {
    const item = items[at];
    if (item !== undefined && isRow(item)) return at;
  }
  return undefined;
}

/** For each entry of a day, newest first: the earlier one that ended last. */
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
