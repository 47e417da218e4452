import type { TimeEntry } from "@stint/sdk";
import { useCallback, useMemo, useState } from "react";
import { useTracking } from "#state/use-tracking.tsx";
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
 * The rows of the list. Rebuilds only the days that have changed. With `keepRow`, a new entry keeps its row when the
 * server assigns its id.
 */
export function useListItems(
  entries: readonly TimeEntry[],
  { zone, withGaps, upcomingFrom, isUpcomingShown }: Options,
) {
  const tracking = useTracking();
  const [made, setMade] = useState<readonly string[]>([]);
  const days = useMemo(
    () => ({
      group: createGrouper<TimeEntry>(createDayFinder(zone, upcomingFrom)),
      rows: new WeakMap<DayGroup<TimeEntry>, ListItem[]>(),
      withGaps,
    }),
    [zone, withGaps, upcomingFrom],
  );
  const list: List = useMemo(() => {
    const keys = new Map(made.map((localId) => [tracking.idOf(localId), localId]));
    const keyOf = (id: string) => keys.get(id) ?? id;
    return listItems(days.group(entries), { withGaps: days.withGaps, isUpcomingShown, keyOf, known: days.rows });
  }, [entries, days, tracking, made, isUpcomingShown]);
  const keepRow = useCallback((localId: string) => setMade((before) => [...before, localId]), []);
  return { ...list, keepRow };
}
