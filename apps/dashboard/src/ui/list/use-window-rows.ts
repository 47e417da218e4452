import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useSyncExternalStore } from "react";
import { useFindKey } from "./use-find-key.ts";
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

/** The maximum number of printed rows. */
const mostPrinted = 5_000;

/** Renders only the rows in and near the window, but on paper all of them, up to `mostPrinted`. */
export function useWindowRows<Row extends Element>({ box, count, heightOf, keyOf, overscan = 8, kept = [] }: Rows) {
  const isPrinting = useIsPrinting();
  const virtualizer = useWindowVirtualizer<Row>({
    count,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan,
    scrollMargin: useOffset(box),
    useFlushSync: false,
    rangeExtractor: (range) =>
      isPrinting
        ? Array.from({ length: Math.min(count, mostPrinted) }, (_, index) => index)
        : [...new Set([...defaultRangeExtractor(range), ...kept])],
  });
  useFindKey(() => virtualizer.getVirtualIndexes().length < count);
  return virtualizer;
}

let isPrinting = false;

export function useIsPrinting(): boolean {
  return useSyncExternalStore(follow, () => isPrinting);
}

/** The page is printed as soon as the listeners have run, so these events are read without delay. */
function follow(onChange: () => void): () => void {
  const set = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    onChange();
  };
  addEventListener("beforeprint", set);
  addEventListener("afterprint", set);
  return () => {
    removeEventListener("beforeprint", set);
    removeEventListener("afterprint", set);
  };
}
