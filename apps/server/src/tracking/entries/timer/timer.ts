import { sql } from "#platform/database/database.ts";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { Timer } from "./schemas.ts";

export type TimerRow = Stored<Omit<Timer, "billable">> & { billable_choice: boolean | null };

/**
 * The ETag includes the creation time, because a member's successive timers have the same path and could have the same
 * version.
 */
export function timerEtag(timer: TimerRow): string {
  return `"${Date.parse(timer.created_at).toString(36)}-${timer.version}"`;
}

export type TimerColumns = Pick<
  TimerRow,
  "project_id" | "task_id" | "started_at" | "description" | "tags" | "billable_choice"
>;

const toStored = shownAs(Timer, "billable");

export function toTimer(row: TimerRow): Timer {
  return { ...toStored(row), billable: row.billable_choice };
}

export const timer = {
  kind: "timer",
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

/** A member's timer is found by the member's id. */
export const timers = storeOf<TimerRow>(timer, {
  key: "user_id",
  tag: timerEtag,
  created: "started",
  removed: "discarded",
});
