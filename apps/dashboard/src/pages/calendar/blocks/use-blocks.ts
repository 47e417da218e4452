import type { TimeEntry } from "@stint/sdk";
import { useMemo } from "react";
import { useTracking, useTrackingView } from "#state/use-tracking.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { type Block, entryBlock, timerBlock } from "./block.ts";
import { suggestionsOf, type TimedEvent } from "./suggestions.ts";

interface Options {
  /** Entries that end before this instant are left out. */
  from: number;
  now: number;
  canWrite: boolean;
  /** The local ids of the entries created on this screen. They serve as those entries' keys. */
  made: readonly string[];
  events: readonly TimedEvent[];
}

/** Entries, the timer, and the events that can be added, as blocks. */
export function useBlocks(entries: readonly TimeEntry[], options: Options): readonly Block[] {
  const { from, now, canWrite, made, events } = options;
  const tracking = useTracking();
  const { timer, unconfirmed } = useTrackingView();
  return useMemo(() => {
    const keys = new Map(made.map((localId) => [tracking.idOf(localId), localId]));
    const shown = entries.filter((entry) => endMs(entry) > from || startMs(entry) >= from);
    const found = shown.map((entry): Block => {
      const rights = { isUnconfirmed: unconfirmed.has(entry.id), canChange: canWrite && !entry.locked };
      return entryBlock(entry, keys.get(entry.id) ?? entry.id, rights);
    });
    if (timer !== null) found.push(timerBlock(timer, now));
    const tracked = found.map(({ span }) => span);
    return [...found, ...suggestionsOf(events, tracked)];
  }, [entries, from, timer, now, unconfirmed, canWrite, tracking, made, events]);
}
