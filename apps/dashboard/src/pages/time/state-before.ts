import type { AuditEvent, TimeEntry } from "@stint/sdk";
import type { EntryFields } from "@stint/offline/write.ts";

const restorable = ["description", "projectId", "taskId", "startedAt", "durationSeconds", "tags", "billable"] as const;

/** The fields that differ from the entry's current state, with their values before the oldest of `events`. */
export function stateBefore(entry: TimeEntry, events: readonly AuditEvent[]): Partial<EntryFields> {
  const before: Record<string, unknown> = {};
  for (const { changes } of events)
    for (const { field, old } of changes)
      if (restorable.some((name) => name === field)) before[field] = old ?? emptyOf(field);
  return Object.fromEntries(
    Object.entries(before).filter(([field, value]) => !isSame(entry[field as keyof TimeEntry], value)),
  ) as Partial<EntryFields>;
}

function emptyOf(field: string): unknown {
  return field === "tags" ? [] : field === "description" ? "" : null;
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
