import type { Resource } from "#identity/history/resource.ts";
import { selectExportedTimers } from "./queries.ts";
import { Timer } from "./schemas.ts";
import { toTimer } from "./to-timer.ts";

export const timer = {
  kind: "timer",
  tables: ["timers"],
  rowType: "timers",
  readScope: "time-entries:read",
  schema: Timer,
  toShown: toTimer,
  actions: [
    { name: "timer.started", event: "A member's timer was started." },
    { name: "timer.updated" },
    {
      name: "timer.stopped",
      event: "A timer was stopped, as it was while it ran; its time is a `time_entry.created` of its own.",
    },
    { name: "timer.discarded" },
  ],
  files: [
    {
      table: "timers",
      about: "what was running",
      columns:
        "userId userName projectId projectName taskId taskName startedAt description tags billable createdAt updatedAt",
      select: selectExportedTimers,
    },
  ],
} as const satisfies Resource;
