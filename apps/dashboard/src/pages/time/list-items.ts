import type { TimeEntry } from "@stint/sdk";
import type { DayGroup } from "#time/group-by-day.ts";
import { endMs, startMs } from "#time/start-ms.ts";

/** A row of the list. `section` is the place of the head of its day. */
export type ListItem =
  | { kind: "head"; key: string; section: number; group: DayGroup<TimeEntry> }
  | { kind: "entry"; key: string; section: number; entry: TimeEntry }
  | { kind: "gap"; key: string; section: number; from: number; to: number; before: TimeEntry };

export interface List {
  items: ListItem[];
  /** Of each section, by the place of its head, the place of its last row. */
  lastOf: Map<number, number>;
}

/** Less than this between two entries is a pause, not forgotten time. */
const shortestGapMs = 10 * 60_000;

/**
 * The rows of the list: each day's head, its entries newest first, and between them the time that nobody has accounted
 * for, where `withGaps` asks for it. `keyOf` names a row the same before and after the server has given an entry its id.
 */
export function listItems(
  groups: readonly DayGroup<TimeEntry>[],
  { withGaps, keyOf }: { withGaps: boolean; keyOf: (id: string) => string },
): List {
  const items: ListItem[] = [];
  const lastOf = new Map<number, number>();
  for (const group of groups) {
    const section = items.length;
    items.push({ kind: "head", key: group.day, section, group });
    const latest = withGaps ? latestBefore(group.entries) : [];
    for (const [at, entry] of group.entries.entries()) {
      items.push({ kind: "entry", key: keyOf(entry.id), section, entry });
      const before = latest[at];
      if (before === undefined) continue;
      const [from, to] = [endMs(before), startMs(entry)];
      if (to - from >= shortestGapMs) items.push({ kind: "gap", key: `gap-${from}`, section, from, to, before });
    }
    lastOf.set(section, items.length - 1);
  }
  return { items, lastOf };
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
