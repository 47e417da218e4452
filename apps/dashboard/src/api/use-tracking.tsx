import type { Me, TimeEntry } from "@stint/sdk";
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
import { startMs } from "#time/start-ms.ts";
import { clock, stint } from "./client.ts";
import { followActivity } from "./last-activity.ts";
import { leaveToPrompt } from "./leave-to-prompt.ts";
import { followLive } from "./live.ts";
import { meQuery, projectsQuery, queryClient, tasksQuery, useMe } from "./queries.ts";
import { newLocalId } from "./tracking/new-local-id.ts";
import type { Range } from "./tracking/ranges.ts";
import { openStorage } from "./tracking/storage.ts";
import { createTracking, type Tracking, type View } from "./tracking/tracking.ts";

const TrackingContext = createContext<Tracking | undefined>(undefined);

/** Keeps the copy of the person's entries and timer while somebody is signed in. */
export function TrackingProvider({ children }: { children: ReactNode }) {
  const me = useMe();
  const { user, organization } = me;
  const [tracking] = useState(() =>
    createTracking({
      stint,
      storage: openStorage(`${user.id}-${organization.id}`),
      person: { userId: user.id, isBillable },
      now: () => clock.now(),
      past: () => clock.past(),
      session: () => queryClient.getQueryData<Me>(meQuery.queryKey)?.key.id ?? "",
      newId: newLocalId,
      pause: pauseUntilOnline,
    }),
  );
  useEffect(() => {
    tracking.open().catch(leaveToPrompt);
    const ends = [followLive(tracking, me), followActivity()];
    return () => ends.forEach((end) => end());
  }, [tracking]);
  return <TrackingContext value={tracking}>{children}</TrackingContext>;
}

export function useTracking(): Tracking {
  const tracking = useContext(TrackingContext);
  if (tracking === undefined) throw new Error("useTracking needs a TrackingProvider above it.");
  return tracking;
}

/** Entries, timer and what is not sent yet; the screen follows every change. */
export function useTrackingView(): View {
  return useTracked((view) => view);
}

/** A part of that, such as the timer; the screen follows its changes only. */
export function useTracked<Part>(select: (view: View) => Part): Part {
  const tracking = useTracking();
  return useSyncExternalStore(tracking.subscribe, () => select(tracking.getView()));
}

/** The same view, but the first entries come a moment later: a long list is drawn in short tasks. */
export function useGentleView(): View {
  const view = useTrackingView();
  const drawn = useDeferredValue(view);
  return drawn.loaded.length === 0 ? drawn : view;
}

/** The person's entries that start in a range of time, newest first; they are loaded where they are missing. */
export function useEntriesIn({ from, to }: Range): { entries: readonly TimeEntry[]; isLoaded: boolean } {
  const tracking = useTracking();
  const { entries, loaded } = useTrackingView();
  useEffect(() => void tracking.load({ from, to }).catch(leaveToPrompt), [tracking, from, to]);
  const isLoaded = loaded.some((range) => range.from <= from && range.to >= to);
  return useMemo(() => {
    const within = entries.filter((entry) => startMs(entry) >= from && startMs(entry) < to);
    return { entries: within, isLoaded };
  }, [entries, from, to, isLoaded]);
}

function isBillable(projectId: string, taskId: string | undefined): boolean {
  const tasks = queryClient.getQueryData<{ id: string; billable: boolean | null }[]>(tasksQuery.queryKey);
  const projects = queryClient.getQueryData<{ id: string; billable: boolean }[]>(projectsQuery.queryKey);
  const own = tasks?.find(({ id }) => id === taskId)?.billable;
  return own ?? projects?.find(({ id }) => id === projectId)?.billable ?? true;
}

/** Ends early when the device is online again. */
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
