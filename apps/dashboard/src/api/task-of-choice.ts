import { queryClient, tasksQuery } from "./queries.ts";

/** The task that a choice of a project means: the chosen one, else the project's first open one. */
export async function taskOfChoice({ projectId, taskId }: { projectId: string; taskId?: string | undefined }) {
  if (taskId !== undefined) return taskId;
  const tasks = await queryClient.fetchQuery(tasksQuery(projectId));
  const open = tasks.find(({ status }) => status === "open") ?? tasks[0];
  return open?.id;
}
