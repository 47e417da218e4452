import type { TimeEntry } from "@stint/sdk";
import type { Places } from "@stint/offline/billable.ts";
import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useQuery } from "@tanstack/react-query";
import { begunOf } from "#time/begun.ts";
import { startMs } from "#time/start-ms.ts";
import { clock, stint } from "#api/connection/client.ts";
import { followActivity } from "./last-activity.ts";
import { leaveToPrompt } from "./leave-to-prompt.ts";
import { followLive } from "./live/live.ts";
import {
  meQuery,
  organizationQuery,
  projectCopy,
  projectsQuery,
  queryClient,
  tasksQuery,
  useMe,
} from "#api/queries.ts";
import { newLocalId } from "@stint/offline/write.ts";
import { hasNewest, type Range } from "./tracking/ranges.ts";
import { openStorage } from "./tracking/storage.ts";
import { createTracking, type Tracking } from "./tracking/tracking.ts";
import type { View } from "./tracking/view-store.ts";
import { useNow } from "./use-now.ts";

const TrackingContext = createContext<Tracking | undefined>(undefined);

/** Maintains a copy of the signed-in person's entries and timer. */
export function TrackingProvider({ children }: { children: ReactNode }) {
  const { user, organization, signIn } = useMe();
  const [userId, organizationId] = [user.id, organization.id];
  const [tracking] = useState(() =>
    createTracking({
      stint,
      storage: openStorage({ userId, organizationId }, signIn?.deviceKey),
      person: { userId, places },
      now: () => clock.now(),
      past: () => clock.past(),
      session: () => queryClient.getQueryData(meQuery.queryKey)?.key.id ?? "",
      newId: newLocalId,
      pause: pauseUntilOnline,
    }),
  );
  useEffect(() => {
    void tracking.open();
    const live = followLive({ userId, organizationId }, [tracking, projectCopy()], tracking.close);
    const ends = [live, followActivity(userId)];
    return () => ends.forEach((end) => end());
  }, [tracking, userId, organizationId]);
  // Only reads the cache, which some other component fills. Events report later changes.
  const { data: known } = useQuery({ ...organizationQuery, enabled: false });
  useEffect(() => {
    if (known !== undefined) tracking.setOrganization(known);
  }, [tracking, known]);
  return <TrackingContext value={tracking}>{children}</TrackingContext>;
}

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

/** The person's entries that start in a range, newest first. Loads the missing ones. */
export function useEntriesIn({ from, to }: Range): { entries: readonly TimeEntry[]; isLoaded: boolean } {
  const tracking = useTracking();
  const { entries, loaded, isOnline } = useTrackingView();
  // `isEmpty` turns true again if the server can't report the changes since the last read. The range is then reloaded.
  const isEmpty = loaded.length === 0;
  useEffect(() => void tracking.load({ from, to }).catch(leaveToPrompt), [tracking, from, to, isEmpty, isOnline]);
  const isLoaded = loaded.some((range) => range.from <= from && range.to >= to);
  return useMemo(() => {
    const within = entries.filter((entry) => startMs(entry) >= from && startMs(entry) < to);
    return { entries: within, isLoaded };
  }, [entries, from, to, isLoaded]);
}

/** The matching entry that was started last. Undefined until it is known, which may require a request. */
export function useLastBegun(fits: (entry: TimeEntry) => boolean = () => true): {
  last: TimeEntry | undefined;
  isKnown: boolean;
} {
  const tracking = useTracking();
  const now = useNow();
  const isOnline = useTracked((view) => view.isOnline);
  const isKnown = useTracked(({ entries, loaded }) => {
    const [newest] = begunOf(entries, now);
    return hasNewest(loaded, newest && startMs(newest), now);
  });
  const last = useTracked(({ entries }) => begunOf(entries, now).find(fits));
  useEffect(() => {
    if (!isKnown) void tracking.loadNewest().catch(leaveToPrompt);
  }, [tracking, isKnown, isOnline]);
  // Offline, the newest entry on the device is the best guess.
  return { last: isKnown || !isOnline ? last : undefined, isKnown };
}

/** The projects and tasks that other components have loaded. */
const places: Places = {
  project: (projectId) => queryClient.getQueryData(projectsQuery.queryKey)?.find(({ id }) => id === projectId),
  task: (taskId) => queryClient.getQueryData(tasksQuery.queryKey)?.find(({ id }) => id === taskId),
};

/** Resolves after `ms` milliseconds, or as soon as the device comes online. */
function pauseUntilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
  });
}
