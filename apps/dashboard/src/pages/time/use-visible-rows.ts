import { type RefObject, useMemo } from "react";
import { useTextScale } from "#ui/text-scale.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";
import type { List } from "./list-items.ts";
import { useSight } from "./use-sight.ts";
import { findVisible, type Heights, stackDays } from "./visible-rows.ts";

/** Pixels at the usual font size, as entry-list.module.css has them: rows need not be measured. */
const heights: Heights = { head: 52, entry: 45, gap: 30 };
const phoneHeights: Heights = { head: 52, entry: 64, gap: 40 };

/** The days and rows in sight of the window; the places in `kept` stay in the page wherever it is scrolled to. */
export function useVisibleRows(box: RefObject<HTMLElement | null>, { items, placeOf }: List, kept: readonly number[]) {
  const isPhone = useIsPhone();
  const scale = useTextScale();
  const sight = useSight(box);
  const scaled = useMemo(() => {
    const { head, entry, gap } = isPhone ? phoneHeights : heights;
    return { head: head * scale, entry: entry * scale, gap: gap * scale };
  }, [isPhone, scale]);
  const stack = useMemo(() => stackDays(placeOf, scaled), [placeOf, scaled]);
  return findVisible(items, stack, scaled, sight, kept);
}
