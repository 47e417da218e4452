import type { TimeEntry } from "@stint/sdk";
import { createContext, useContext, useDeferredValue, useEffect, useMemo, useSyncExternalStore } from "react";
import { isWhole } from "#time/group-by-day.ts";
import { startMs } from "#time/start-ms.ts";
import { leaveToPrompt } from "./session/leave-to-prompt.ts";
import type { Range } from "./tracking/reading/ranges.ts";
import type { Tracking } from "./tracking/tracking.ts";
import type { View } from "./tracking/view-store.ts";

/** Filled by `TrackingProvider`. */
export const TrackingContext = createContext<Tracking | undefined>(undefined);

export function useTracking(): Tracking {
  const tracking = useContext(TrackingContext);
  if (tracking === undefined) throw new Error("useTracking needs a TrackingProvider above it.");
  return tracking;
}

/** Entries, timer and unsent writes. Re-renders on every change. */
export function useTrackingView(): View {
  return useTracked((view) => view);
}

/** A part of the view, such as the timer. Re-renders only when that part changes. */
export function useTracked<Part>(select: (view: View) => Part): Part {
  const tracking = useTracking();
  return useSyncExternalStore(tracking.subscribe, () => select(tracking.getView()));
}

/** Like `useTrackingView`, but defers the first entries, so that React renders them in short tasks. */
export function useGentleView(): View {
  const view = useTrackingView();
  const drawn = useDeferredValue(view);
  return drawn.loaded.length === 0 ? drawn : view;
}

/** The person's entries that start in a range, newest first. Loads the missing ones, and defers their arrival likewise. */
export function useEntriesIn({ from, to }: Range): { entries: readonly TimeEntry[]; isLoaded: boolean } {
  const tracking = useTracking();
  const { entries, loaded, isOnline } = useTrackingView();
  // `isEmpty` turns true again if the server can't report the changes since the last read. The range is then reloaded.
  const isEmpty = loaded.length === 0;
  useEffect(() => void tracking.load({ from, to }).catch(leaveToPrompt), [tracking, from, to, isEmpty, isOnline]);
  const isLoaded = isWhole({ from, to }, loaded);
  const found = useMemo(() => {
    const within = entries.filter((entry) => startMs(entry) >= from && startMs(entry) < to);
    return { entries: within, isLoaded };
  }, [entries, from, to, isLoaded]);
  const drawn = useDeferredValue(found);
  return drawn.isLoaded ? found : drawn;
}
