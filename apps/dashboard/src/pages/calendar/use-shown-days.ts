import { useMemo } from "react";
import type { useSearchParams } from "wouter";
import { withFields } from "#screen/filter.ts";
import { useSettings } from "#state/settings/settings.ts";
import { createDayFinder } from "#time/group-by-day.ts";
import { dayOf, startOfDay } from "#time/zoned.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { type CalendarView, dateToShow, daysOf, readAddress, stepDate } from "./shown-days.ts";

/** The days that the URL names, and how to show others. */
export function useShownDays(params: URLSearchParams, setParams: ReturnType<typeof useSearchParams>[1], now: number) {
  const { zone, weekStart } = useSettings();
  const today = dayOf(now, zone);
  const isPhone = useIsPhone();
  const { view, date } = readAddress(params, today, isPhone);
  const findDay = useMemo(() => createDayFinder(zone), [zone]);
  const names = useMemo(() => daysOf(view, date, weekStart), [view, date, weekStart]);
  const days = useMemo(() => names.map((day) => findDay(startOfDay(day, zone))), [names, findDay, zone]);

  /** Changes the address, because the screen may not have rendered its days yet. */
  function go(next: { view?: CalendarView; date?: string; steps?: number }): void {
    setParams((before) => {
      const { view, date, steps = 0 } = { ...readAddress(before, today, isPhone), ...next };
      return withFields(before, { view, date: stepDate(view, date, steps) });
    });
  }

  return {
    view,
    date,
    today,
    names,
    days,
    from: days[0]?.from ?? 0,
    to: days.at(-1)?.to ?? 0,
    findDay,
    go,

    turn: (steps: number): void => go({ steps }),

    /** Shows the days that contain an instant. */
    show(ms: number): void {
      const shown = dateToShow(dayOf(ms, zone), view, date, weekStart);
      if (shown !== date) go({ date: shown });
    },
  };
}
