import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { byId } from "#api/by-id.ts";
import { projectsQuery, tasksQuery, useAllTasks, useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import type { RowPlace } from "#time/sheet.ts";

export type SheetNames = ReturnType<typeof useSheetNames>;

/** The names of the rows, and their order by name. */
export function useSheetNames() {
  const { time } = useText();
  const projects = useProjects();
  const tasks = useAllTasks();
  const { isPending: areProjectsPending } = useQuery(projectsQuery);
  const { isPending: areTasksPending } = useQuery(tasksQuery);
  const isLoaded = !areProjectsPending && !areTasksPending;
  return useMemo(() => {
    const project = ({ projectId }: RowPlace) => byId(projects).get(projectId);
    const task = ({ taskId }: RowPlace) => byId(tasks).get(taskId);
    const projectName = (row: RowPlace) => project(row)?.name ?? (areProjectsPending ? "…" : time.noProject);
    const taskName = (row: RowPlace) => task(row)?.name ?? "";
    return {
      isLoaded,
      project,
      projectName,
      taskName,
      /** `Website, Development`, for screen readers. */
      nameOf: (row: RowPlace) => [projectName(row), taskName(row)].filter(Boolean).join(", "),
      /** Whether the task accepts new entries. */
      isOpen: (row: RowPlace) => project(row)?.status === "active" && task(row)?.status !== "done",
      compare: (left: RowPlace, right: RowPlace) =>
        projectName(left).localeCompare(projectName(right)) ||
        taskName(left).localeCompare(taskName(right)) ||
        left.taskId.localeCompare(right.taskId),
    };
  }, [projects, tasks, areProjectsPending, isLoaded, time]);
}
