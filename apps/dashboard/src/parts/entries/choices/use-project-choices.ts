import type { Project, Task } from "@stint/sdk";
import { useIsFetching } from "@tanstack/react-query";
import { useMemo } from "react";
import { byId } from "#api/by-id.ts";
import { type Customer, projectsQuery, tasksQuery, useAllTasks, useClients, useMe, useProjects } from "#api/queries.ts";

export interface ProjectChoice {
  /** The project's id, followed by the task's id if the project has open tasks. */
  key: string;
  project: Project;
  client: string;
  task: Task | undefined;
  /** All names in lower case. */
  text: string;
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
  return useMemo(() => {
    if (search === undefined) return none;
    const words = search
      .toLowerCase()
      .split(/[\s/_-]+/)
      .filter(Boolean);
    return choicesOf(projects, clients, tasks).filter(({ text }) => words.every((word) => text.includes(word)));
  }, [search, projects, clients, tasks]);
}

interface Known {
  clients: readonly Customer[];
  tasks: readonly Task[];
  choices: readonly ProjectChoice[];
}

const known = new WeakMap<readonly Project[], Known>();

/** All choices by name. Keeps those of the last lists, because sorting thousands of names would delay every opening. */
function choicesOf(projects: readonly Project[], clients: readonly Customer[], tasks: readonly Task[]) {
  const kept = known.get(projects);
  if (kept?.clients === clients && kept.tasks === tasks) return kept.choices;
  const open = Map.groupBy(
    tasks.filter(({ status }) => status === "open"),
    ({ projectId }) => projectId,
  );
  const { compare } = new Intl.Collator();
  const choices = projects
    .filter(({ status }) => status === "active")
    .toSorted((left, right) => compare(left.name, right.name))
    .flatMap((project) => {
      const client = byId(clients).get(project.clientId ?? "")?.name ?? "";
      return (open.get(project.id) ?? [undefined]).map((task): ProjectChoice => {
        const text = `${project.name} ${project.code ?? ""} ${client} ${task?.name ?? ""}`.toLowerCase();
        return { key: task === undefined ? project.id : `${project.id} ${task.id}`, project, client, task, text };
      });
    });
  known.set(projects, { clients, tasks, choices });
  return choices;
}

export function useAreChoicesLoading(): boolean {
  const isFirst = ({ state }: { state: { data: unknown } }) => state.data === undefined;
  const tasks = useIsFetching({ queryKey: tasksQuery.queryKey, predicate: isFirst });
  return useIsFetching({ queryKey: projectsQuery.queryKey, predicate: isFirst }) + tasks > 0;
}

/** Whether the person may create a project of this name, and no project has it. False until the projects are known. */
export function useMayCreate(name: string): boolean {
  const { scopes } = useMe();
  const projects = useProjects();
  const areLoading = useAreChoicesLoading();
  const lower = name.trim().toLowerCase();
  if (lower === "" || areLoading || !scopes.includes("projects:write")) return false;
  return !projects.some((project) => project.name.toLowerCase() === lower);
}
