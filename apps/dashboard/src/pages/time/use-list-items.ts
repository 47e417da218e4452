import type { TimeEntry } from "@stint/sdk";
import { useMemo, useRef } from "react";
import { useTracking } from "#api/use-tracking.tsx";
import { createDayFinder, type DayGroup, regroupByDay } from "#time/group-by-day.ts";
import { type List, type ListItem, listItems } from "./list-items.ts";

interface Known {
  entries: readonly TimeEntry[];
  groups: DayGroup<TimeEntry>[];
}

/**
 * The rows of the list. Only days in which something changed are made anew. `keepRow` gives an entry that was made here
 * the same row before and after the server has given it its own id.
 */
export function useListItems(entries: readonly TimeEntry[], zone: string, withGaps: boolean) {
  const tracking = useTracking();
  const made = useRef(new Set<string>());
  // The last result is only a shortcut: without it the result is the same.
  const cache = useMemo(
    () => ({
      findDay: createDayFinder(zone),
      last: { entries: [], groups: [] } as Known,
      rows: new WeakMap<DayGroup<TimeEntry>, ListItem[]>(),
      withGaps,
    }),
    [zone, withGaps],
  );
  const list: List = useMemo(() => {
    const groups = regroupByDay(cache.last, entries, cache.findDay);
    cache.last = { entries, groups };
    const keys = new Map([...made.current].map((localId) => [tracking.idOf(localId), localId]));
    return listItems(groups, { withGaps: cache.withGaps, keyOf: (id) => keys.get(id) ?? id, known: cache.rows });
  }, [entries, cache, tracking]);
  return { ...list, keepRow: (localId: string) => void made.current.add(localId) };
}
