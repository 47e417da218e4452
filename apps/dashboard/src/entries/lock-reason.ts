import type { TimeEntry } from "@stint/sdk";

/** Why an entry is locked. If there are several reasons, returns the first. */
export function lockReason({ lockedBy }: Pick<TimeEntry, "lockedBy">): "lockDate" | "timesheet" | "billing" {
  return lockedBy?.[0] ?? "lockDate";
}
