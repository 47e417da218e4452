import type { TimeEntry } from "@stint/sdk";
import type { EntryFields } from "@stint/offline/write.ts";
import { entryFieldsOf, withDay } from "#parts/entries/entry-edits.ts";
import { startMs } from "#time/start-ms.ts";
import { addDays, dayOf, daysBetween } from "#time/zoned.ts";

export type Obstacle = "locked" | "archived" | "done" | "gone";

interface Rules {
  zone: string;
  /** The instant before which entries are read-only. */
  lockedBefore: number;
  /** Returns why the project or task accepts no new entries; undefined if both accept them. */
  obstacleOf: (entry: TimeEntry) => "archived" | "done" | "gone" | undefined;
}

export interface DayCopy {
  made: EntryFields[];
  refused: { entry: TimeEntry; day: string; obstacle: Obstacle }[];
}

/**
 * Copies entries at the same clock times. The earliest entry's day becomes `day`, and the other days keep their
 * distance from it.
 */
export function copyToDay(entries: readonly TimeEntry[], day: string, rules: Rules): DayCopy {
  const { zone, lockedBefore, obstacleOf } = rules;
  const first = firstDay(entries, zone) ?? day;
  const copy: DayCopy = { made: [], refused: [] };
  for (const entry of entries) {
    const target = addDays(day, daysBetween(first, dayOf(startMs(entry), zone)));
    const fields = { ...entryFieldsOf(entry), ...withDay(entry, target, zone) };
    const obstacle = startMs(fields) < lockedBefore ? "locked" : obstacleOf(entry);
    if (obstacle === undefined) copy.made.push(fields);
    else copy.refused.push({ entry, day: target, obstacle });
  }
  return copy;
}

export function firstDay(entries: readonly TimeEntry[], zone: string): string | undefined {
  return entries.length === 0 ? undefined : dayOf(Math.min(...entries.map(startMs)), zone);
}
