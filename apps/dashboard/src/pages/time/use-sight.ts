import { type RefObject, useLayoutEffect, useState } from "react";
import type { Sight } from "./visible-rows.ts";

/** Rows are exchanged after so many pixels of scrolling, and stand ready above and below for so many. */
const step = 60;
const margin = 90;
/** The first rows are there also while the list begins below the window, as with large text. */
const least = 480;

/** The part of a list that is in sight of the window. */
export function useSight(list: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ from: 0, to: 0 });
  useLayoutEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.floor(-top / step) * step - margin;
      const to = Math.max(from + Math.ceil(innerHeight / step) * step + step + 2 * margin, least);
      setSight((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    // Parts above the list may grow.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
      observer.disconnect();
    };
  }, [list]);
  return sight;
}
