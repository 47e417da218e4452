import { useMemo } from "react";
import { useAllTasks, useProjects } from "./queries.ts";

interface Work {
  projectId: string;
  taskId?: string | null | undefined;
}

/**
 * Returns whether new time can be tracked on a project and task: the project is active and visible to the person, and
 * the task isn't done.
 */
export function useOpenWork(isNeeded = true): (work: Work) => boolean {
  const projects = useProjects();
  const tasks = useAllTasks(isNeeded);
  return useMemo(() => {
    const active = new Set(projects.filter(({ status }) => status === "active").map(({ id }) => id));
    const done = new Set(tasks.filter(({ status }) => status === "done").map(({ id }) => id));
    return ({ projectId, taskId }) => active.has(projectId) && !done.has(taskId ?? "");
  }, [projects, tasks]);
}
