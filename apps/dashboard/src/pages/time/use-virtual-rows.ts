import { useMediaQuery } from "@mantine/hooks";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect } from "react";
import type { ListItem } from "./list-items.ts";

/** Pixels, as entry-list.module.css has them: rows need not be measured. */
const heights = { head: 52, entry: 45, gap: 30 };
const phoneHeights = { head: 52, entry: 64, gap: 40 };
/** Of what sticks to the window above and below the list. */
const bars = { top: 60, bottom: 0 };
const phoneBars = { top: 93, bottom: 68 };

interface Rows {
  items: readonly ListItem[];
  /** These two stay in the page wherever it is scrolled to: they hold what is typed, and the focus. */
  editingAt: number;
  activeAt: number;
  /** How far from the top of the page the list begins. */
  scrollMargin: number;
}

/** Which rows of the list are in sight of the window. Only the one that is edited is measured. */
export function useVirtualRows({ items, editingAt, activeAt, scrollMargin }: Rows) {
  const isPhone = useMediaQuery("(max-width: 760px)", undefined, { getInitialValueInEffect: false });
  const sizes = isPhone ? phoneHeights : heights;
  const around = isPhone ? phoneBars : bars;
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: items.length,
    estimateSize: useCallback((at: number) => sizes[items[at]?.kind ?? "entry"], [items, sizes]),
    getItemKey: useCallback(
      (at: number) => (at === editingAt ? "editing" : (items[at]?.key ?? at)),
      [items, editingAt],
    ),
    overscan: 6,
    scrollMargin,
    useFlushSync: false,
    scrollPaddingStart: around.top + sizes.head,
    scrollPaddingEnd: around.bottom + 16,
    rangeExtractor(range) {
      const kept = [activeAt, editingAt].filter((at) => at >= 0 && at < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((left, right) => left - right);
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, isPhone]);
  return virtualizer;
}
