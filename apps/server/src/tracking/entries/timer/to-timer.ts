import type { TimerRow } from "./queries.ts";
import type { Timer } from "./schemas.ts";

export function toTimer(row: TimerRow): Timer {
  return {
    projectId: row.project_id,
    taskId: row.task_id,
    userId: row.user_id,
    startedAt: row.started_at,
    description: row.description,
    tags: row.tags,
    billable: row.billable_choice,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
