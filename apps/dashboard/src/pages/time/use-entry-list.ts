import type { TimeEntry } from "@stint/sdk";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { usePages } from "#api/use-pages.ts";
import { useSettings } from "#state/settings/settings.ts";
import { endOfTime } from "#state/tracking/reading/ranges.ts";
import { useTracking, useGentleView } from "#state/use-tracking.ts";
import { startMs } from "#time/start-ms.ts";
import { createMatch, isFiltered, type TimeFilter, toQuery } from "./time-filter.ts";

const none: readonly TimeEntry[] = [];

export interface ListedEntries {
  /** Newest first, and complete from `from` on. */
  entries: readonly TimeEntry[];
  from: number;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  loadMore: () => void;
}

/**
 * The entries that match the filter. Without a filter, they are read backwards from this week, page by page. With a
 * filter, the API finds entries that haven't been loaded. Periods that may be incomplete are omitted.
 */
export function useEntryList(filter: TimeFilter, weekFrom: number): ListedEntries {
  const { zone } = useSettings();
  const { entries, isReady, isOnline } = useGentleView();
  const isNarrow = isFiltered(filter);
  const older = useOlder(weekFrom, !isNarrow);
  const found = useFound(filter, isNarrow);
  const from = isNarrow ? Math.min(older.from, found.from) : older.from;
  const shown = useMemo(() => {
    // Newest first, so all entries after the last one in the range are older.
    const end = from === 0 ? entries.length : entries.findLastIndex((entry) => startMs(entry) >= from) + 1;
    const known = end === entries.length ? entries : entries.slice(0, end);
    return isNarrow ? known.filter(createMatch(filter, zone)) : known;
  }, [entries, filter, isNarrow, zone, from]);
  const list = { ...(isNarrow ? found : older), entries: shown, from };
  // Waits for the timer, whose row would otherwise push the others down.
  const isWaiting = !isReady && isOnline && list.error === undefined;
  return isWaiting ? { ...list, entries: none, from: Infinity, isLoading: true } : list;
}

type Reading = Omit<ListedEntries, "entries">;

function useOlder(weekFrom: number, isWanted: boolean): Reading {
  const tracking = useTracking();
  const { loaded, isOnline } = useGentleView();
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<unknown>();
  const isBusy = useRef(false);
  const isEmpty = loaded.length === 0;

  const read = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsLoading(true);
    try {
      await work();
      setError(undefined);
    } catch (thrown) {
      setError(thrown);
    } finally {
      isBusy.current = false;
      setIsLoading(false);
    }
  }, []);

  // `isEmpty` turns true again if the server can't report the changes since the last read. The week is then reloaded.
  useEffect(
    () => void read(() => tracking.load({ from: weekFrom, to: endOfTime })),
    [tracking, read, weekFrom, isEmpty, isOnline],
  );
  const { from } = loaded.at(-1) ?? { from: Infinity };
  const loadMore = useCallback(() => void read(() => tracking.loadOlder()), [tracking, read]);
  const hasMore = isWanted && isOnline && from > 0 && from < Infinity;
  return { from, hasMore, isLoading, error, loadMore };
}

function useFound(filter: TimeFilter, isWanted: boolean): Reading {
  const tracking = useTracking();
  const { zone } = useSettings();
  const query = toQuery(filter, zone);
  // The entries themselves are in the copy. An item is the instant from which a page's entries are complete.
  const { items, error, hasMore, isFetching, loadMore } = usePages(
    ["found-entries", query],
    async (cursor) => {
      const { from, nextCursor } = await tracking.find(query, cursor);
      return { data: [from], nextCursor };
    },
    { enabled: isWanted },
  );
  return { from: items.at(-1) ?? Infinity, hasMore, isLoading: isFetching, error: error ?? undefined, loadMore };
}
