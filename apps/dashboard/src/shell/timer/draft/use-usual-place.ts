import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectsQuery, useProjects, useTasks } from "#api/queries.ts";
import type { Draft } from "#state/drafts/timer-draft.ts";
import { useLastBegun } from "#state/use-last-begun.ts";

/**
 * The default project and task: those of the most recently started entry that can be continued, or else the only
 * project. If there are several projects and no such entry, there is no default.
 */
export function useUsualPlace(): Pick<Draft, "projectId" | "taskId"> {
  const projects = useProjects();
  const { isPending } = useQuery(projectsQuery);
  const active = useMemo(() => projects.filter(({ status }) => status === "active"), [projects]);
  const { last } = useLastBegun(({ projectId }) => isPending || active.some(({ id }) => id === projectId));
  const task = useTasks(last?.projectId).find(({ id }) => id === last?.taskId);
  if (last === undefined) return { projectId: active.length === 1 ? active[0]?.id : undefined, taskId: undefined };
  return { projectId: last.projectId, taskId: task?.status === "done" ? undefined : last.taskId };
}
