import { clock } from "#api/connection/client.ts";
import { useAllTasks, useProjects } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { useTrackingView } from "#state/use-tracking.ts";
import { begunOf } from "#time/begun.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { rangeOfDays } from "#time/zoned.ts";
import { atClock } from "@stint/grammar/zone.ts";

const morning = 9 * 60;

/**
 * The initial fields of a new entry: the last used project, and one hour from the end of the day's last entry, or from
 * nine o'clock on an empty day.
 */
export function useFirstFields(day: string): EntryFields {
  const { zone } = useSettings();
  const { entries, timer } = useTrackingView();
  const projects = useProjects();
  const tasks = useAllTasks();
  const open = new Set(projects.filter(({ status }) => status === "active").map(({ id }) => id));
  const last = [timer, ...begunOf(entries, clock.now())].find((each) => each !== null && open.has(each.projectId));
  const isTaskOpen = tasks.some(({ id, status }) => id === last?.taskId && status === "open");
  const { from, to } = rangeOfDays(day, 1, zone);
  const ends = entries.filter((entry) => startMs(entry) >= from && startMs(entry) < to).map(endMs);
  const end = Math.max(...ends);
  return {
    projectId: last?.projectId ?? (open.size === 1 ? [...open][0] : undefined) ?? "",
    // Without a task, saving uses the project's default task.
    taskId: isTaskOpen ? (last?.taskId ?? "") : "",
    startedAt: new Date(end > from && end < to ? end : atClock(day, morning, zone)).toISOString(),
    durationSeconds: 3600,
    description: "",
    tags: [],
    billable: null,
  };
}
