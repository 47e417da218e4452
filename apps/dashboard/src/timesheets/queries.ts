import type { GetTimesheetGridQuery } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";

/**
 * The timesheets of many members side by side. Timesheet events invalidate all queries whose keys have the same first
 * part.
 */
export function timesheetGridQuery(query: GetTimesheetGridQuery) {
  return {
    queryKey: ["timesheets", "grid", query],
    queryFn: () => stint.timesheets.grid(query),
    // Comparing ten thousand timesheets takes longer than rendering the visible ones.
    structuralSharing: false,
  };
}
