import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countUses } from "./queries.ts";

/** Throws 409 if time entries or running timers refer to the object. The error states how many. */
export async function refuseIfUsed(
  db: Database,
  orgId: string,
  what: "project" | "task",
  of: { projectId: string; taskId?: string },
): Promise<void> {
  const uses = await countUses(db, orgId, of);
  const instead = what === "project" ? "Archive the project instead" : "Mark the task as done instead";
  if (uses.entries > 0 || uses.deleted_entries > 0) {
    const all = counted(uses.entries + uses.deleted_entries, "time entry", "time entries");
    const deleted = uses.deleted_entries === 0 ? "" : ` (${uses.deleted_entries} deleted, but still restorable)`;
    throw new AppError("has_time_entries", `The ${what} has ${all}${deleted}. ${instead}.`);
  }
  if (uses.timers > 0)
    throw new AppError(
      "in_use",
      `${counted(uses.timers, "timer is", "timers are")} running on the ${what}. ${instead}, or stop ${uses.timers === 1 ? "the timer" : "the timers"} first.`,
    );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
