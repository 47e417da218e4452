import type { TimeEntry } from "@stint/sdk";
import { useMemo } from "react";
import { useTracking } from "#state/use-tracking.ts";
import { createDayFinder, createGrouper, type DayGroup, upcoming } from "#time/group-by-day.ts";
import { rangeOfDays } from "#time/zoned.ts";
import { type List, type ListItem, listItems } from "./list-items.ts";

interface Options {
  zone: string;
  withGaps: boolean;
  /** Entries that start at or after this instant share one collapsible group. */
  upcomingFrom: number;
  isUpcomingShown: boolean;
  /** The day that begins with the running timer. */
  runningOn: string | undefined;
}

/**
 * The rows of the list. Rebuilds only the days that have changed. A new entry keeps its row when the server assigns its
 * id, so that its open menu, its editor and the focus stay.
 */
export function useListItems(
  entries: readonly TimeEntry[],
  { zone, withGaps, upcomingFrom, isUpcomingShown, runningOn }: Options,
): List {
  const tracking = useTracking();
  const days = useMemo(
    () => ({
      ofTimer: (day: string) => ({ day, ...rangeOfDays(day, 1, zone), entries: [], seconds: 0, billableSeconds: 0 }),
      group: createGrouper<TimeEntry>(createDayFinder(zone, upcomingFrom)),
      rows: new WeakMap<DayGroup<TimeEntry>, ListItem[]>(),
      withGaps,
    }),
    [zone, withGaps, upcomingFrom],
  );
  return useMemo(() => {
    const { withGaps, rows: known } = days;
    let groups: readonly DayGroup<TimeEntry>[] = days.group(entries);
    if (runningOn !== undefined && !groups.some(({ day }) => day === runningOn)) {
      const [later, earlier] = groups[0]?.day === upcoming ? [groups.slice(0, 1), groups.slice(1)] : [[], groups];
      groups = [...later, days.ofTimer(runningOn), ...earlier];
    }
    return listItems(groups, { withGaps, isUpcomingShown, runningOn, keyOf: tracking.firstIdOf, known });
  }, [entries, days, tracking, isUpcomingShown, runningOn]);
}
