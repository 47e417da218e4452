import type { TimeEntry } from "@stint/sdk";
import { useEffect } from "react";
import { begunOf } from "#time/begun.ts";
import { startMs } from "#time/start-ms.ts";
import { leaveToPrompt } from "./session/leave-to-prompt.ts";
import { hasNewest } from "./tracking/reading/ranges.ts";
import { useNow } from "./use-now.ts";
import { useTracked, useTracking } from "./use-tracking.ts";

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
