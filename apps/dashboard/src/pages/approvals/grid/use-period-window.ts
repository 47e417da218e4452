import { type RefObject, useLayoutEffect, useState } from "react";
import { useTextScale } from "#ui/theme/text-scale.ts";
import type { BoardPeriod } from "#parts/timesheets/board.ts";

/** Pixels at the default font size, as in board-grid.module.css. */
const nameWidth = 150;
const cellWidth = 132;

/** The periods that fit side by side in `box`, and how to show others. */
export function usePeriodWindow(
  box: RefObject<HTMLElement | null>,
  periods: readonly BoardPeriod[],
  /** The period that must be among the first ones shown. */
  opening: number,
) {
  const width = useWidth(box);
  const scale = useTextScale();
  const fitting = Math.max(1, Math.floor((width - nameWidth * scale) / (cellWidth * scale)));
  const last = Math.max(0, periods.length - fitting);
  const [wantedFirst, setFirst] = useState(opening);
  const first = Math.min(wantedFirst, last);

  return {
    /** The index of the first shown period. */
    first,
    /** The largest possible `first`. */
    last,
    columns: periods.slice(first, first + fitting),

    turn(direction: -1 | 1): void {
      setFirst(Math.max(0, Math.min(last, first + direction * fitting)));
    },

    reveal(column: number): void {
      if (column < first) setFirst(column);
      else if (column >= first + fitting) setFirst(column - fitting + 1);
    },
  };
}

/** The width of an element, measured before its first paint. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
