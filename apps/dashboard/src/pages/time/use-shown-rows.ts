import { useEffect, useMemo, useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { useGentleView } from "#state/use-tracking.ts";
import type { EntryListProps } from "./entry-list.tsx";
import { isRow, withTimer } from "./list-items.ts";
import { useListItems } from "./use-list-items.ts";
import { useRowActions } from "./use-row-actions.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useVisibleDays } from "./use-visible-days.ts";

/** Older entries are loaded when the view is at most this many rows from the end. */
const rowsAhead = 40;

/** The list's rows with their actions and keys, and which of them are rendered. Loads older entries near the end. */
export function useShownRows({ list, isNarrow, canWrite, actions, selection, onCopy, upcomingFrom }: EntryListProps) {
  const { zone } = useSettings();
  const { timer } = useGentleView();
  const [isUpcomingOpen, setUpcomingOpen] = useState(false);
  const isTimerShown = timer !== null && !isNarrow && list.from < Infinity;
  const entries = useMemo(
    () => (isTimerShown ? withTimer(list.entries, timer) : list.entries),
    [list.entries, timer, isTimerShown],
  );
  // With a filter, there are no gaps, no timer and no group for upcoming entries.
  const rows = useListItems(entries, {
    zone,
    withGaps: canWrite && !isNarrow,
    upcomingFrom: isNarrow ? Infinity : upcomingFrom,
    isUpcomingShown: isUpcomingOpen,
  });
  const { items } = rows;

  const work = useRowActions({ items, canWrite, actions, selection, onCopy });
  const { active, editing, placeOf, focusRow, act } = work;
  // An edit may have moved the entry into the group of upcoming entries, which must then be open.
  const isEditedHidden = editing !== undefined && placeOf(editing.key) === -1;
  useEffect(() => {
    if (isEditedHidden) setUpcomingOpen(true);
  }, [isEditedHidden]);

  const box = useRef<HTMLDivElement>(null);
  const activeAt = useMemo(() => {
    const at = placeOf(active);
    return at === -1 ? items.findIndex(isRow) : at;
  }, [items, active, placeOf]);
  // These rows are always rendered, because they have the focus or the text being typed.
  const kept = editing === undefined || editing.key === active ? [activeAt] : [activeAt, placeOf(editing.key)];
  const { days, after } = useVisibleDays(box, rows, kept);

  const lastIndex = days.at(-1)?.rows.at(-1)?.index ?? 0;
  const { hasMore, isLoading, error, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoading && error === undefined && lastIndex >= items.length - rowsAhead) loadMore();
  }, [hasMore, isLoading, error, loadMore, lastIndex, items.length]);

  function move(at: number): void {
    const item = items[at];
    if (item === undefined) return;
    focusRow(item.key, true);
  }

  const press = useRowKeys({ items, placeOf, act, move, selection });
  return { ...work, box, items, days, after, activeAt, press, isUpcomingOpen, setUpcomingOpen };
}
