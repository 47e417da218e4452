import type { Task } from "@stint/sdk";
import { stint } from "./client.ts";
import { queryClient, tasksQuery } from "./queries.ts";

/** As the server calls the task that a timer makes in a project without one. */
const firstTask = "General";

/**
 * The task that a choice of a project means: the chosen one, else the project's first open one. A project that has none
 * yet gets its first, where the person may make it.
 */
export async function taskOfChoice({ projectId, taskId }: { projectId: string; taskId?: string | undefined }) {
  if (taskId !== undefined) return taskId;
  const known = usualTask(queryClient.getQueryData(tasksQuery.queryKey), projectId);
  // A project that is new to this page has no known task.
  const task = known ?? usualTask(await queryClient.fetchQuery({ ...tasksQuery, staleTime: 0 }), projectId);
  if (task !== undefined) return task.id;
  const made = await stint.tasks.create(projectId, { name: firstTask }).catch(() => undefined);
  void queryClient.invalidateQueries({ queryKey: tasksQuery.queryKey });
  return made?.id;
}

function usualTask(tasks: readonly Task[] = [], projectId: string): Task | undefined {
  const own = tasks.filter((task) => task.projectId === projectId);
  return own.find(({ status }) => status === "open") ?? own[0];
}
