import { type RefObject, useCallback, useMemo } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { useWindowRows } from "#ui/list/window/use-window-rows.ts";
import { useTextScale } from "#ui/theme/text-scale.ts";
import { useIsPhone, useMedia } from "#ui/theme/use-media.ts";
import type { List, ListItem } from "./list-items.ts";
import { toDays, withHeads } from "./visible-days.ts";

type Heights = Record<ListItem["kind"], number>;

/** Pixels at the default font size, as in entry-list.module.css, so rows don't have to be measured. */
const heightsOf = (row: number): Heights => ({ head: 30, entry: row, gap: 0 });
const compact = heightsOf(36);
const comfortable = heightsOf(44);
const onPhone = heightsOf(58);

/** The visible days and rows. Rows at the indexes in `kept` are always rendered. */
export function useVisibleDays(box: RefObject<HTMLElement | null>, list: List, kept: readonly number[]) {
  const { items } = list;
  const scale = useTextScale();
  const isPhone = useIsPhone();
  const isTouched = useMedia("(pointer: coarse)");
  const { density } = useSettings();
  const heights = isPhone ? onPhone : isTouched || density === "comfortable" ? comfortable : compact;
  const rows = useMemo(() => {
    let end = 0;
    return items.map(({ kind, key }) => ({ key, start: end, end: (end += heights[kind] * scale) }));
  }, [items, heights, scale]);
  const virtualizer = useWindowRows({
    box,
    count: rows.length,
    heightOf: (index) => (rows[index]?.end ?? 0) - (rows[index]?.start ?? 0),
    // Memoized, because a new function makes the virtualizer read all heights again.
    keyOf: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
  });
  return toDays(list, withHeads(list, [...virtualizer.getVirtualIndexes(), ...kept]), rows);
}
