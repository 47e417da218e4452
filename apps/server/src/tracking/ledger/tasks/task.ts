import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { fieldNames } from "#platform/fields/fields.ts";
import { type Sql, sql } from "#platform/database/database.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { isSeenBy, viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { taskFields } from "./fields.ts";
import { Task } from "./schemas.ts";

export type TaskRow = Stored<Task>;

export const toTask = shownAs(Task);

export const task = {
  kind: "task",
  prefix: "task",
  tables: ["tasks"],
  rowType: "tasks",
  readScope: "projects:read",
  fields: taskFields,
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
    },
  ],
} as const satisfies Resource;

/** A condition that starts with `and`: the viewer sees the task's project. */
// Uses a scalar subquery, because the planner might turn `exists` into a join that starts with the projects.
export function seenBy(orgId: string, viewerId: string | undefined): Sql {
  if (viewerId === undefined) return sql``;
  return sql`and (select ${isSeenBy(sql`${viewerId}`, "p")} from projects p where p.org_id = ${orgId} and p.id = tasks.project_id)`;
}

export const tasks = storeOf<TaskRow>(task, { isSeen: (actor) => seenBy(actor.orgId, viewerOf(actor)) });
