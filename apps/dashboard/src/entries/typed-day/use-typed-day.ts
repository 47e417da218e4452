import type { Task, TimeEntry } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { clock } from "#api/client.ts";
import { leaveToPrompt } from "#state/leave-to-prompt.ts";
import { tasksQuery, useClients, useLockedBefore, useMe, useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { newLocalId } from "#state/tracking/new-local-id.ts";
import type { EntryFields } from "#state/tracking/write.ts";
import { useUndoable } from "#state/undo.tsx";
import { useTracking, useTrackingView } from "#state/use-tracking.tsx";
import { plural } from "#i18n/catalogue.ts";
import { begunOf } from "#time/begun.ts";
import { parseDayLine } from "@stint/grammar/parse-day-line.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { atClock, dayOf, rangeOfDays } from "#time/zoned.ts";
import { type Placed, placeItems, taskToMake } from "@stint/grammar/place-items.ts";

interface Options {
  /** The day for items that don't name one. Default: today. */
  day?: string | undefined;
  /** The project and task for items that don't name one. Default: the last used ones. */
  place?: { projectId: string; taskId: string } | undefined;
  /** Whether text without any time counts as a typed day whose times are missing. */
  isAlwaysDay?: boolean;
}

interface TypedDay {
  placed: Placed[];
  isLoading: boolean;
  write: () => Promise<boolean>;
}

/**
 * Returns the entries of a line of text; none if the line doesn't describe a day. `write` creates all of them or none.
 * While `isLoading`, it isn't known yet what is missing, because tasks or a day's entries are still loading.
 */
export function useTypedDay(typed: string, { day: first, place, isAlwaysDay = false }: Options = {}): TypedDay {
  const text = useText();
  const { zone, language } = useSettings();
  const tracking = useTracking();
  const { entries, loaded, isOnline } = useTrackingView();
  const { run } = useUndoable();
  const projects = useProjects();
  const clients = useClients();
  const { scopes } = useMe();
  const canWrite = scopes.includes("time-entries:write");
  const lockedBefore = useLockedBefore();
  const items = useMemo(() => {
    const read = canWrite ? parseDayLine(typed, dayOf(clock.now(), zone), first) : [];
    return isAlwaysDay || read.some(({ seconds }) => seconds !== undefined) ? read : [];
  }, [typed, zone, canWrite, first, isAlwaysDay]);
  const days = [...new Set(items.map(({ day }) => day))].join(" ");
  // Like `useEntriesIn`, reads the days again when the server becomes reachable or the copy has been emptied.
  const isEmpty = loaded.length === 0;
  useEffect(() => {
    for (const day of days.split(" ").filter(Boolean))
      void tracking.load(rangeOfDays(day, 1, zone)).catch(leaveToPrompt);
  }, [tracking, days, zone, isEmpty, isOnline]);
  const tasks = useQuery({ ...tasksQuery, enabled: items.length > 0, select: byProject });

  const placed = placeItems(items, {
    atClock: (day, clockMinutes) => atClock(day, clockMinutes, zone),
    projects,
    clients,
    tasksOf: (projectId) => tasks.data?.get(projectId) ?? [],
    endOfDay(day) {
      const { from, to } = rangeOfDays(day, 1, zone);
      if (!loaded.some((range) => range.from <= from && range.to >= to)) return "unknown";
      return latestEnd(entries.filter((entry) => startMs(entry) >= from && startMs(entry) < to));
    },
    canMakeTasks: scopes.includes("projects:write"),
    lockedBefore,
    usual: place ?? begunOf(entries, clock.now())[0],
  });

  async function write(): Promise<boolean> {
    const made: (EntryFields & { localId: string })[] = [];
    for (const { entry } of placed) {
      if (entry === undefined) return false;
      // In sequence, because two entries in a new project share the task that the first one creates.
      const taskId = entry.taskId === taskToMake ? await taskOfChoice({ projectId: entry.projectId }) : entry.taskId;
      if (taskId === undefined) return false;
      made.push({ ...entry, taskId, localId: newLocalId() });
    }
    if (made.length === 0) return false;
    const label = text.palette.written(plural(language, made.length, text.palette.entry));
    run({ kind: "create", entries: made }, label);
    return true;
  }

  const isLoadingDay = isOnline && placed.some(({ missing }) => missing === "start");
  return { placed, isLoading: tasks.isLoading || isLoadingDay, write };
}

function byProject(tasks: readonly Task[]): Map<string, Task[]> {
  return Map.groupBy(tasks, ({ projectId }) => projectId);
}

function latestEnd(entries: readonly TimeEntry[]): number | undefined {
  return entries.length === 0 ? undefined : Math.max(...entries.map(endMs));
}
