import type { TimeEntry } from "@stint/sdk";
import type { View } from "#state/tracking/view-store.ts";
import { isWhole } from "#time/group-by-day.ts";
import { startMs } from "#time/start-ms.ts";
import { dayOf, rangeOfDays } from "#time/zoned.ts";

export interface LastDay {
  day: string;
  entries: readonly TimeEntry[];
}

/**
 * Finds the last day with entries before `day`. Returns undefined if `day` itself has entries or running time, or if
 * the days in between haven't been loaded.
 */
export function findLastDay(
  day: string,
  { entries, loaded, timer }: Pick<View, "entries" | "loaded" | "timer">,
  zone: string,
  now: number,
): LastDay | undefined {
  const { from, to } = rangeOfDays(day, 1, zone);
  if (timer !== null && Date.parse(timer.startedAt) < to && now >= from) return undefined;
  const last = entries.find((entry) => startMs(entry) < to);
  if (last === undefined || startMs(last) >= from) return undefined;
  const lastDay = dayOf(startMs(last), zone);
  const own = rangeOfDays(lastDay, 1, zone);
  if (!isWhole({ from: own.from, to }, loaded)) return undefined;
  return { day: lastDay, entries: entries.filter((entry) => startMs(entry) >= own.from && startMs(entry) < own.to) };
}
