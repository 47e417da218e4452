import type { Task } from "@stint/sdk";
import { stint } from "./connection/client.ts";
import { queryClient, refresh, tasksQuery } from "./queries.ts";

/** The name of the task that the server uses, and creates if necessary, for time without a task. */
export const firstTask = "General";

interface Choice {
  projectId: string;
  taskId?: string | undefined;
}

/** Returns the id of the chosen task, or else of the project's first open task. Empty if the project has none. */
export async function knownTaskOf({ projectId, taskId }: Choice): Promise<string> {
  if (taskId !== undefined && taskId !== "") return taskId;
  const known = openTask(queryClient.getQueryData(tasksQuery.queryKey), projectId);
  // The tasks of a project that has just appeared may not have loaded yet.
  const task = known ?? openTask(await queryClient.fetchQuery({ ...tasksQuery, staleTime: 0 }), projectId);
  return task?.id ?? "";
}

/** Like `knownTaskOf`, but in a project without open tasks, the server creates the task General. */
export async function taskOfChoice(choice: Choice): Promise<string> {
  const known = await knownTaskOf(choice);
  if (known !== "") return known;
  const { taskId } = await stint.tasks.ensureGeneral(choice.projectId);
  void refresh("tasks");
  return taskId;
}

/** Returns the id of an open task: the chosen one, or else the project's first. Empty if the project has none. */
export async function openTaskOf({ projectId, taskId }: Choice): Promise<string> {
  const tasks = await queryClient.fetchQuery(tasksQuery).catch(() => undefined);
  const isDone = tasks?.find(({ id }) => id === taskId)?.status === "done";
  return knownTaskOf({ projectId, taskId: isDone ? undefined : taskId });
}

function openTask(tasks: readonly Task[] = [], projectId: string): Task | undefined {
  return tasks.find((task) => task.projectId === projectId && task.status === "open");
}

/**
 * Creates a project with only a name, adds it to the cached lists, and returns its id. A retry with the same key creates
 * nothing twice.
 */
export async function createProject(name: string, idempotencyKey?: string): Promise<string> {
  const { id } = await stint.projects.create({ name }, { idempotencyKey });
  await refresh("projects");
  return id;
}

/** Like `createProject`, but creates a task. */
export async function createTask(projectId: string, name: string, idempotencyKey?: string): Promise<string> {
  const { id } = await stint.tasks.create(projectId, { name }, { idempotencyKey });
  await refresh("tasks");
  return id;
}

export async function reopenTask(id: string): Promise<string> {
  await stint.tasks.update(id, { status: "open" });
  await refresh("tasks");
  return id;
}
