import { type Actor, may } from "#identity/access.ts";
import { keptDays } from "#identity/history/kept-days.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { dayMs } from "#platform/days.ts";
import type { LockedTimeEntry, TimeEntryRow } from "./queries.ts";

type EntryScope = "time-entries:read" | "time-entries:write";

/** Whether the entry is live or can be restored. False if its content has been purged or is about to be. */
export function isRestorableOrLive(
  row: Pick<TimeEntryRow, "deleted_at"> & { project_id: string | null },
  now: Date,
): boolean {
  if (row.deleted_at === null) return true;
  return row.project_id !== null && now.getTime() - Date.parse(row.deleted_at) < keptDays * dayMs;
}

/**
 * Throws for another member's entry: 404 if its project is hidden from the actor, 403 if the actor lacks the
 * permission.
 */
export async function checkReach(db: Database, actor: Actor, scope: EntryScope, row: TimeEntryRow): Promise<void> {
  const viewerId = viewerOf(actor);
  const isSeen =
    viewerId === undefined ||
    row.user_id === viewerId ||
    (await findVisibleProject(db, actor.orgId, viewerId, row.project_id)) !== undefined;
  refuseReach(actor, scope, { ...row, is_seen: isSeen });
}

/** `checkReach` for an entry that the transaction has locked. */
export function refuseReach(
  actor: Actor,
  scope: EntryScope,
  { user_id, is_seen }: Pick<LockedTimeEntry, "user_id" | "is_seen">,
): void {
  if (!is_seen) throw notFound("time entry");
  if (may(actor, scope, user_id)) return;
  throw new AppError(
    "forbidden",
    `This is another member's time entry. With the role ${actor.role} you may access only ${ownOf(actor)}. Ask someone who may access it.`,
  );
}

function ownOf({ leadership }: Actor): string {
  return leadership === undefined ? "your own" : "your own and those of members of the teams that you lead";
}
