import type { TimerRow } from "./queries.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { sql } from "#platform/database/database.ts";
import type { Resource } from "#identity/history/resource.ts";
import { Timer } from "./schemas.ts";

const toStored = shownAs(Timer, "billable");

export function toTimer(row: TimerRow): Timer {
  return { ...toStored(row), billable: row.billable_choice };
}

export const timer = {
  kind: "timer",
  noun: { en: "Timer", de: "Timer", fr: "Minuteur" },
  tables: ["timers"],
  rowType: "timers",
  readScope: "time-entries:read",
  schema: Timer,
  toShown: toTimer,
  proof: {},
  actions: [
    { name: "timer.started", event: "A member's timer was started." },
    { name: "timer.updated", event: "A running timer was changed.", previous: { description: "" } },
    {
      name: "timer.stopped",
      event:
        "A timer was stopped. The object is the timer as it was while running; its time has its own `time_entry.created`.",
    },
    {
      name: "timer.discarded",
      event: "A timer was discarded. The object is the timer as it was while running; no time entry is created.",
    },
  ],
  files: [
    {
      table: "timers",
      about: "what was running",
      columns:
        "userId userName projectId projectName taskId taskName startedAt description tags billable createdAt updatedAt",
      computed: { billable: sql`t.billable_choice` },
      order: "t.user_id",
    },
  ],
} as const satisfies Resource;
