import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo } from "react";
import { readLength } from "#ui/read-length.ts";
import { useTextScale } from "#ui/text-scale.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";
import type { ListItem } from "./list-items.ts";

/** Pixels at the usual font size, as entry-list.module.css has them: rows need not be measured. */
const heights = { head: 52, entry: 45, gap: 30 };
const phoneHeights = { head: 52, entry: 64, gap: 40 };
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
  const isPhone = useIsPhone();
  const scale = useTextScale();
  const { around, heightOf } = useMemo(() => {
    const sizes = isPhone ? phoneHeights : heights;
    return {
      around: { top: readLength("--timer-bar"), bottom: readLength("--bottom-bar") },
      heightOf: (kind: keyof typeof heights) => sizes[kind] * scale,
    };
  }, [isPhone, scale]);
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: items.length,
    estimateSize: useCallback((at: number) => heightOf(items[at]?.kind ?? "entry"), [items, heightOf]),
    getItemKey: useCallback(
      (at: number) => (at === editingAt ? "editing" : (items[at]?.key ?? at)),
      [items, editingAt],
    ),
    overscan: 3,
    scrollMargin,
    useFlushSync: false,
    scrollPaddingStart: around.top + heightOf("head"),
    scrollPaddingEnd: around.bottom + 16,
    rangeExtractor(range) {
      const kept = [activeAt, editingAt].filter((at) => at >= 0 && at < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((left, right) => left - right);
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, heightOf]);
  return virtualizer;
}
