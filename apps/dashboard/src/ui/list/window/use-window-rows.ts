import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import { mostPrinted, useIsPrinting } from "./use-is-printing.ts";
import { useFindKey } from "#ui/list/use-find-key.ts";
import { useOffset } from "./use-offset.ts";

interface Rows {
  /** The element that contains the rows. */
  box: RefObject<HTMLElement | null>;
  count: number;
  /** Returns a row's height in pixels. */
  heightOf: (index: number) => number;
  keyOf: (index: number) => string | number;
  overscan?: number;
  /** The indexes of rows that are always rendered. */
  kept?: readonly number[];
}

/** Renders only the rows in and near the window, but on paper all of them, up to `mostPrinted`. */
export function useWindowRows<Row extends Element>({ box, count, heightOf, keyOf, overscan = 8, kept = [] }: Rows) {
  const isPrinting = useIsPrinting();
  const virtualizer = useWindowVirtualizer<Row>({
    count,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan,
    scrollMargin: useOffset(box),
    // Until it has been measured. Without it, a pass that can't be split into short tasks would render all rows. Half of
    // the window, because other content comes first.
    initialRect: { width: innerWidth, height: innerHeight / 2 },
    useFlushSync: false,
    rangeExtractor: (range) =>
      isPrinting
        ? Array.from({ length: Math.min(count, mostPrinted) }, (_, index) => index)
        : [...new Set([...defaultRangeExtractor(range), ...kept])],
  });
  useFindKey(() => virtualizer.getVirtualIndexes().length < count);
  return virtualizer;
}
