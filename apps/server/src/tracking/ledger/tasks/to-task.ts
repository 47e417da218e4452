import { toShown } from "#platform/fields/fields.ts";
import { taskFields } from "./fields.ts";
import type { TaskRow } from "./queries.ts";
import type { Task } from "./schemas.ts";

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    projectId: row.project_id,
    ...toShown(taskFields, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
