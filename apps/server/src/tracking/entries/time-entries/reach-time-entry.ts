import { type Actor, may } from "#identity/access.ts";
import { keptDays } from "#identity/history/kept-days.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { dayMs } from "#platform/days.ts";
import type { References } from "./judge-references.ts";
import type { TimeEntryRow } from "./queries.ts";

type EntryScope = "time-entries:read" | "time-entries:write";

/** Whether the entry is live or can be restored. False if its content has been purged or is about to be. */
export function isRestorableOrLive(
  row: Pick<TimeEntryRow, "deleted_at"> & { project_id: string | null },
  now: Date,
): boolean {
  if (row.deleted_at === null) return true;
  return row.project_id !== null && now.getTime() - Date.parse(row.deleted_at) < keptDays * dayMs;
}

/** The stored references that decide whether the actor may write the entry; undefined if none have to be judged. */
export function storedReferences(actor: Actor, row: TimeEntryRow): References | undefined {
  return mustSeeProject(actor, row) || row.locked_by !== null ? { ...row, viewer_id: viewerOf(actor) } : undefined;
}

/** Whether the actor may access the entry only if they see its project, because it is another member's. */
function mustSeeProject(actor: Actor, row: TimeEntryRow): boolean {
  const viewerId = viewerOf(actor);
  return viewerId !== undefined && row.user_id !== viewerId;
}

/**
 * Throws for another member's entry: 404 if its project is hidden from the actor, 403 if the actor lacks the
 * permission.
 */
export async function checkReach(db: Database, actor: Actor, scope: EntryScope, row: TimeEntryRow): Promise<void> {
  const project = mustSeeProject(actor, row)
    ? await findVisibleProject(db, actor.orgId, viewerOf(actor), row.project_id)
    : undefined;
  refuseReach(actor, scope, row, project !== undefined);
}

/** `checkReach` for a caller that knows whether the actor sees the project. */
export function refuseReach(actor: Actor, scope: EntryScope, row: TimeEntryRow, seesProject: boolean): void {
  if (mustSeeProject(actor, row) && !seesProject) throw notFound("time entry");
  if (may(actor, scope, row.user_id)) return;
  throw new AppError(
    "forbidden",
    `This is another member's time entry. With the role ${actor.role} you may access only ${ownOf(actor)}. Ask someone who may access it.`,
  );
}

function ownOf({ leadership }: Actor): string {
  return leadership === undefined ? "your own" : "your own and those of members of the teams that you lead";
}
