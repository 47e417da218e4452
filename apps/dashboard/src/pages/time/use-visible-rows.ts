import { type RefObject, useMemo } from "react";
import { useTextScale } from "#ui/theme/text-scale.ts";
import { useIsPhone } from "#ui/theme/use-is-phone.ts";
import type { List } from "./list-items.ts";
import { useSight } from "./use-sight.ts";
import { findVisible, type Heights, stackDays } from "./visible-rows.ts";

/** Pixels at the default font size, matching entry-list.module.css, so that rows need not be measured. */
const heights: Heights = { head: 52, entry: 45, gap: 30 };
const phoneHeights: Heights = { head: 52, entry: 64, gap: 40 };

/** The visible days and rows. Rows at the indexes in `kept` are always rendered. */
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
