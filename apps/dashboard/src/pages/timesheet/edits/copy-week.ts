import type { TimeEntry } from "@stint/sdk";
import type { EntryFields } from "@stint/offline/write.ts";
import { entryFieldsOf, withDay } from "#parts/entries/entry-edits.ts";
import { type Day, sumOf } from "#time/group-by-day.ts";
import { startMs } from "#time/start-ms.ts";
import { addDays } from "#time/zoned.ts";
import { cellKey } from "#time/sheet.ts";

interface Rules {
  zone: string;
  lockedBefore: number;
  findDay: (ms: number) => Day;
  /** Whether the entry's task accepts new entries. */
  isOpen: (entry: TimeEntry) => boolean;
}

/**
 * Copies a week's entries to the next week at the same clock times. Skips cells that already contain entries, so
 * copying twice adds nothing. Also skips tasks that accept no new entries, entries before the lock date, and days whose
 * length would be exceeded.
 */
export function copyWeek(
  last: readonly TimeEntry[],
  present: readonly TimeEntry[],
  { zone, lockedBefore, findDay, isOpen }: Rules,
): EntryFields[] {
  const cellOf = (entry: TimeEntry, days: number) => cellKey(entry, addDays(findDay(startMs(entry)).day, days));
  const taken = new Set(present.map((entry) => cellOf(entry, 0)));
  const copied = last.filter((entry) => isOpen(entry) && !taken.has(cellOf(entry, 7)));
  const byDay = Map.groupBy(copied, (entry) => addDays(findDay(startMs(entry)).day, 7));
  return [...byDay].flatMap(([day, entries]) => {
    const fields = entries.map((entry) => ({ ...entryFieldsOf(entry), ...withDay(entry, day, zone) }));
    const { from, to } = findDay(startMs(fields[0] ?? { startedAt: "" }));
    const already = sumOf(present.filter((entry) => findDay(startMs(entry)).day === day)).seconds;
    const isFull = already + sumOf(entries).seconds > (to - from) / 1000;
    return isFull ? [] : fields.filter((each) => startMs(each) >= lockedBefore);
  });
}
