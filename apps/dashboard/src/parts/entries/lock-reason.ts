import type { TimeEntry } from "@stint/sdk";

/** Returns the first reason why an entry is locked. */
export function lockReason({ lockedBy }: Pick<TimeEntry, "lockedBy">): "lockDate" | "timesheet" | "billing" {
  return lockedBy?.[0] ?? "lockDate";
}
