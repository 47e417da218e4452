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
    endedAt: plusSeconds(row.started_at, row.duration_seconds),
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

/** A page holds many of these, and most end on the day they began: a Date for each was a tenth of a list's time. */
function plusSeconds(instant: string, seconds: number): string {
  const hour = Number(instant.slice(11, 13));
  const minute = Number(instant.slice(14, 16));
  const ofDay = hour * 3600 + minute * 60 + Number(instant.slice(17, 19)) + seconds;
  if (ofDay >= 86_400) return formatInstant(Date.parse(instant) + seconds * 1000);
  return `${instant.slice(0, 11)}${two(ofDay / 3600)}:${two((ofDay / 60) % 60)}:${two(ofDay % 60)}${instant.slice(19)}`;
}

function two(value: number): string {
  const whole = Math.floor(value);
  return whole < 10 ? `0${whole}` : `${whole}`;
}
