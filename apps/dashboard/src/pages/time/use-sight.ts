import { type RefObject, useLayoutEffect, useState } from "react";
import type { Sight } from "./visible-rows.ts";

/** Re-render after `step` px of scrolling; keep `margin` px of rows above and below the viewport. */
const step = 60;
const margin = 90;
/** The first rows are rendered even while the list starts below the viewport, as with large text. */
const least = 480;

/** The part of a list within the viewport. */
export function useSight(list: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ from: 0, to: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.floor(-top / step) * step - margin;
      const to = Math.max(from + Math.ceil(innerHeight / step) * step + step + 2 * margin, least);
      setSight((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    measure();
    addEventListener("scroll", measure, { passive: true });
    addEventListener("resize", measure);
    // Content above the list may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => {
      removeEventListener("scroll", measure);
      removeEventListener("resize", measure);
      observer.disconnect();
    };
  }, [list]);
  return sight;
}
