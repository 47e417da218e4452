import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { Day } from "#time/group-by-day.ts";
import { dayAt } from "#pages/calendar/blocks/day-at.ts";
import { heightOf, hourMs } from "#pages/calendar/blocks/day-geometry.ts";

/**
 * Initially scrolls to the morning, or to just before the current time if that is earlier. Zooming keeps the same hour
 * in the middle.
 */
export function useGridScroll(
  scroller: RefObject<HTMLDivElement | null>,
  hourHeight: number,
  days: readonly Day[],
  now: number,
): void {
  const before = useRef<number>(undefined);
  const firstTop = useEffectEvent(() => {
    const today = dayAt(days, now);
    const morning = 7.75 * hourHeight;
    return today === undefined ? morning : Math.min(morning, heightOf(today, now - hourMs, hourHeight));
  });
  useLayoutEffect(() => {
    const view = scroller.current;
    if (view === null) return;
    const half = view.clientHeight / 2;
    view.scrollTop =
      before.current === undefined ? firstTop() : ((view.scrollTop + half) * hourHeight) / before.current - half;
    before.current = hourHeight;
  }, [scroller, hourHeight]);
}
