import type { TaskRow } from "./queries.ts";
import type { Task } from "./schemas.ts";

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    status: row.status,
    billable: row.billable,
    estimateSeconds: row.estimate_seconds,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
