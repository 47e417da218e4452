import type { Project, Task } from "@stint/sdk";
import { useIsFetching } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectsQuery, tasksQuery, useAllTasks, useClients, useProjects } from "#api/queries.ts";

export interface ProjectChoice {
  /** The project's id, followed by the task's id if the project has open tasks. */
  key: string;
  project: Project;
  client: string;
  task: Task | undefined;
}

const none: readonly ProjectChoice[] = [];

/**
 * Lists the projects and tasks whose names contain every word of `search`. If it is undefined, returns none and loads
 * no tasks.
 */
export function useProjectChoices(search: string | undefined): readonly ProjectChoice[] {
  const projects = useProjects();
  const clients = useClients();
  const tasks = useAllTasks(search !== undefined);
  const isWanted = search !== undefined;
  const choices = useMemo(() => {
    if (!isWanted) return none;
    const open = Map.groupBy(
      tasks.filter(({ status }) => status === "open"),
      ({ projectId }) => projectId,
    );
    return projects
      .filter(({ status }) => status === "active")
      .toSorted((left, right) => left.name.localeCompare(right.name))
      .flatMap((project): ProjectChoice[] => {
        const client = clients.find(({ id }) => id === project.clientId)?.name ?? "";
        const own = open.get(project.id) ?? [];
        return own.length === 0
          ? [{ key: project.id, project, client, task: undefined }]
          : own.map((task) => ({ key: `${project.id} ${task.id}`, project, client, task }));
      });
  }, [isWanted, projects, clients, tasks]);
  if (search === undefined) return none;
  const words = search
    .toLowerCase()
    .split(/[\s/_-]+/)
    .filter(Boolean);
  return choices.filter(({ project, client, task }) => {
    const text = `${project.name} ${project.code ?? ""} ${client} ${task?.name ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function useAreChoicesLoading(): boolean {
  const isFirst = ({ state }: { state: { data: unknown } }) => state.data === undefined;
  const tasks = useIsFetching({ queryKey: tasksQuery.queryKey, predicate: isFirst });
  return useIsFetching({ queryKey: projectsQuery.queryKey, predicate: isFirst }) + tasks > 0;
}
