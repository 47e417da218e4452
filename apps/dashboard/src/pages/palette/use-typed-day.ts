import type { Task, TimeEntry } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { clock } from "#api/client.ts";
import { leaveToPrompt } from "#api/leave-to-prompt.ts";
import { tasksQuery, useClients, useMe, useProjects } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { newLocalId } from "#api/tracking/new-local-id.ts";
import type { EntryFields } from "#api/tracking/write.ts";
import { useUndoable } from "#api/undo.tsx";
import { useTracking, useTrackingView } from "#api/use-tracking.tsx";
import { plural } from "#text/catalogue.ts";
import { parseDayLine } from "#time/parse-day-line.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { dayOf, rangeOfDays } from "#time/zoned.ts";
import { type Placed, placeItems, taskToMake } from "./place-items.ts";

/**
 * The entries that a typed line becomes, or none where it is not a day; `write` makes them, all or none. While tasks are
 * still being read (`isLoading`), what is missing is not known yet.
 */
export function useTypedDay(typed: string): { placed: Placed[]; isLoading: boolean; write: () => Promise<boolean> } {
  const { zone, language, text } = useSettings();
  const tracking = useTracking();
  const { entries } = useTrackingView();
  const { run } = useUndoable();
  const projects = useProjects();
  const clients = useClients();
  const { scopes } = useMe();
  const canWrite = scopes.includes("time-entries:write");
  const items = useMemo(() => {
    const read = canWrite ? parseDayLine(typed, dayOf(clock.now(), zone)) : [];
    return read.some(({ seconds }) => seconds !== undefined) ? read : [];
  }, [typed, zone, canWrite]);
  const days = [...new Set(items.map(({ day }) => day))].join(" ");
  useEffect(() => {
    for (const day of days.split(" ").filter(Boolean))
      void tracking.load(rangeOfDays(day, 1, zone)).catch(leaveToPrompt);
  }, [tracking, days, zone]);
  const tasks = useQuery({ ...tasksQuery, enabled: items.length > 0, select: byProject });

  const placed = placeItems(items, {
    zone,
    projects,
    clients,
    tasksOf: (projectId) => tasks.data?.get(projectId) ?? [],
    endOfDay(day) {
      const { from, to } = rangeOfDays(day, 1, zone);
      return latestEnd(entries.filter((entry) => startMs(entry) >= from && startMs(entry) < to));
    },
    canMakeTasks: scopes.includes("projects:write"),
    usualProject: entries[0]?.projectId,
  });

  async function write(): Promise<boolean> {
    const made: (EntryFields & { localId: string })[] = [];
    for (const { entry } of placed) {
      if (entry === undefined) return false;
      // One after the other: two entries in a new project share the task that the first one makes.
      const taskId = entry.taskId === taskToMake ? await taskOfChoice({ projectId: entry.projectId }) : entry.taskId;
      if (taskId === undefined) return false;
      made.push({ ...entry, taskId, localId: newLocalId() });
    }
    if (made.length === 0) return false;
    const label = text.palette.written(plural(language, made.length, text.palette.entry));
    run({ kind: "create", entries: made }, label);
    return true;
  }

  return { placed, isLoading: tasks.isLoading, write };
}

function byProject(tasks: readonly Task[]): Map<string, Task[]> {
  return Map.groupBy(tasks, ({ projectId }) => projectId);
}

function latestEnd(entries: readonly TimeEntry[]): number | undefined {
  return entries.length === 0 ? undefined : Math.max(...entries.map(endMs));
}
