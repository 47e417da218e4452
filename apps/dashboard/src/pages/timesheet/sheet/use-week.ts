import { useDeferredValue, useMemo } from "react";
import type { useSearchParams } from "wouter";
import { withFields } from "#screen/filter.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useEntriesIn, useTracked } from "#state/use-tracking.ts";
import { createDayFinder, isWhole } from "#time/group-by-day.ts";
import { readDay } from "#time/read-day.ts";
import { startMs } from "#time/start-ms.ts";
import { addDays, dayOf, listDays, startOfDay, startOfWeek } from "#time/zoned.ts";

/** The week in the address, and the person's entries in it and in the week before. */
export function useWeek([params, setParams]: ReturnType<typeof useSearchParams>, now: number) {
  const { zone, weekStart } = useSettings();
  const today = dayOf(now, zone);
  const shown = readDay(params.get("week")) ?? today;
  const week = startOfWeek(shown, weekStart);
  const findDay = useMemo(() => createDayFinder(zone), [zone]);
  const days = useMemo(() => listDays(week, 7).map((day) => findDay(startOfDay(day, zone))), [week, zone, findDay]);
  const [from, to] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0];
  // Rows and time can be copied from the previous week.
  const { entries, isLoaded: areBothLoaded } = useEntriesIn({ from: startOfDay(addDays(week, -7), zone), to });
  // Deferred like the entries, so that both are rendered together.
  const isRead = useTracked(({ loaded }) => isWhole({ from, to }, loaded));
  const isLoaded = useDeferredValue(isRead) && isRead;
  const [last, present] = useMemo(() => {
    const parts = Object.groupBy(entries, (entry) => (startMs(entry) < from ? "last" : "present"));
    return [parts.last ?? [], parts.present ?? []];
  }, [entries, from]);

  function setDay(dayAfter: (before: URLSearchParams) => string): void {
    setParams((before) => withFields(before, { week: dayAfter(before) }));
  }

  return {
    today,
    /** The day in the address, which narrow screens show. */
    shown,
    /** The first day of the week. */
    week,
    isThisWeek: week === startOfWeek(today, weekStart),
    days,
    findDay,
    /** The entries of the week, and whether all of them have loaded. */
    present,
    isLoaded,
    /** The entries of the previous week, and whether those of both weeks have loaded. */
    last,
    areBothLoaded,

    go: (day: string): void => setDay(() => day),

    /** Turns from the week in the address, because the screen may still show an earlier one. */
    turn: (weeks: number): void =>
      setDay((before) => addDays(startOfWeek(readDay(before.get("week")) ?? today, weekStart), 7 * weeks)),
  };
}
