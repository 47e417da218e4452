import type { GetTimesheetGridQuery } from "@stint/sdk";
import { stint } from "./connection/client.ts";
import { defineQuery } from "./queries.ts";

export function timesheetQuery(id: string) {
  return defineQuery(["timesheets", id], () => stint.timesheets.get(id));
}

/** The timesheets of many members side by side. */
export function timesheetGridQuery(filter: GetTimesheetGridQuery) {
  return {
    ...defineQuery(["timesheets", "grid", filter], () => stint.timesheets.grid(filter)),
    // Comparing ten thousand timesheets takes longer than rendering the visible ones.
    structuralSharing: false,
  };
}
