import { formatInstant } from "#platform/time.ts";
import type { TimeEntryRow } from "./queries.ts";

export function toTimeEntry(row: TimeEntryRow) {
  return {
    id: row.id,
    projectId: row.project_id,
    taskId: row.task_id,
    startedAt: row.started_at,
    durationSeconds: row.duration_seconds,
    createdAt: row.created_at,
    endedAt: formatInstant(Date.parse(row.started_at) + row.duration_seconds * 1000),
    userId: row.user_id,
    description: row.description,
    tags: row.tags,
    billable: row.billable,
    billableSeconds: row.billable_seconds,
    externalRef: row.external_ref,
    // Nothing can lock an entry before there are lock dates.
    locked: false,
    version: row.version,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

/** An entry as lists show it: one whose content is gone is only its tombstone. */
export function toListedTimeEntry(row: TimeEntryRow) {
  if (row.purged_at === null) return toTimeEntry(row);
  return { id: row.id, deletedAt: row.deleted_at, updatedAt: row.updated_at };
}
