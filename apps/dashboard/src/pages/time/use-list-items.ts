import type { TimeEntry } from "@stint/sdk";
import { useMemo } from "react";
import { useTracking } from "#state/use-tracking.ts";
import { createDayFinder, createGrouper, type DayGroup } from "#time/group-by-day.ts";
import { type List, type ListItem, listItems } from "./list-items.ts";

interface Options {
  zone: string;
  withGaps: boolean;
  /** Entries that start at or after this instant share one collapsible group. */
  upcomingFrom: number;
  isUpcomingShown: boolean;
}

/**
 * The rows of the list. Rebuilds only the days that have changed. A new entry keeps its row when the server assigns its
 * id, so that its open menu, its editor and the focus stay.
 */
export function useListItems(
  entries: readonly TimeEntry[],
  { zone, withGaps, upcomingFrom, isUpcomingShown }: Options,
): List {
  const tracking = useTracking();
  const days = useMemo(
    () => ({
      group: createGrouper<TimeEntry>(createDayFinder(zone, upcomingFrom)),
      rows: new WeakMap<DayGroup<TimeEntry>, ListItem[]>(),
      withGaps,
    }),
    [zone, withGaps, upcomingFrom],
  );
  return useMemo(() => {
    const { withGaps, rows: known } = days;
    return listItems(days.group(entries), { withGaps, isUpcomingShown, keyOf: tracking.firstIdOf, known });
  }, [entries, days, tracking, isUpcomingShown]);
}
