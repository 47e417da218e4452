import type { Resource } from "#identity/history/resource.ts";
import { fieldNames } from "#platform/fields/fields.ts";
import { taskFields } from "./fields.ts";
import { selectExportedTasks } from "./queries.ts";
import { Task } from "./schemas.ts";
import { toTask } from "./to-task.ts";

export const task = {
  kind: "task",
  prefix: "task",
  tables: ["tasks"],
  rowType: "tasks",
  readScope: "projects:read",
  schema: Task,
  toShown: toTask,
  actions: [
    {
      name: "task.created",
      event: "A task was created, possibly as the task `General` of a project, for time without a task.",
    },
    { name: "task.updated", event: "A task was changed.", previous: { status: "done" } },
    { name: "task.deleted", event: "A task was deleted, on its own or with its project." },
  ],
  files: [
    {
      table: "tasks",
      about: "parts of projects",
      columns: `id projectId projectName ${fieldNames(taskFields)} createdAt updatedAt`,
      select: selectExportedTasks,
    },
  ],
} as const satisfies Resource;
