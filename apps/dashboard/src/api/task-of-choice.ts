import type { Task } from "@stint/sdk";
import { stint } from "./client.ts";
import { queryClient, tasksQuery } from "./queries.ts";

/** The name of the task that the server uses, and creates if necessary, for timers without a task. */
export const firstTask = "General";

/**
 * Returns the id of the chosen task, or else of the project's first task, preferably an open one. In a project without
 * tasks, creates a task if the person has the right to.
 */
export async function taskOfChoice({ projectId, taskId }: { projectId: string; taskId?: string | undefined }) {
  if (taskId !== undefined) return taskId;
  const known = usualTask(queryClient.getQueryData(tasksQuery.queryKey), projectId);
  // The tasks of a project that has just appeared may not have loaded yet.
  const task = known ?? usualTask(await queryClient.fetchQuery({ ...tasksQuery, staleTime: 0 }), projectId);
  if (task !== undefined) return task.id;
  const made = await stint.tasks.create(projectId, { name: firstTask }).catch(() => undefined);
  void queryClient.invalidateQueries({ queryKey: tasksQuery.queryKey });
  return made?.id;
}

/** Returns the id of the task if it is open, or else of the project's default task. Loads the tasks if necessary. */
export async function openTaskOf({ projectId, taskId }: { projectId: string; taskId?: string | undefined }) {
  const tasks = await queryClient.fetchQuery(tasksQuery).catch(() => undefined);
  const isDone = tasks?.find(({ id }) => id === taskId)?.status === "done";
  return taskOfChoice({ projectId, taskId: isDone ? undefined : taskId });
}

function usualTask(tasks: readonly Task[] = [], projectId: string): Task | undefined {
  const own = tasks.filter((task) => task.projectId === projectId);
  return own.find(({ status }) => status === "open") ?? own[0];
}
