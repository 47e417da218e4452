import type { TimeEntry } from "@stint/sdk";

/** Why a locked entry cannot be changed; of several reasons the first. */
export function lockReason({ lockedBy }: Pick<TimeEntry, "lockedBy">): "lockDate" | "timesheet" | "billing" {
  return lockedBy?.[0] ?? "lockDate";
}
