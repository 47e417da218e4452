import type { TimeEntry } from "@stint/sdk";

/** Why a locked entry can't be changed. If there are several reasons, returns the first one. */
export function lockReason({ lockedBy }: Pick<TimeEntry, "lockedBy">): "lockDate" | "timesheet" | "billing" {
  return lockedBy?.[0] ?? "lockDate";
}
