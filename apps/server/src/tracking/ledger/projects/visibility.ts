import { type Actor, type Holder, reachesOthers, seesAllProjects } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { findHiddenEntries, type HiddenEntries } from "./queries.ts";

/** The member whose visibility limits a query; undefined if the actor sees every project. */
export function viewerOf(actor: Pick<Actor, "role" | "userId">): string | undefined {
  return seesAllProjects(actor) ? undefined : actor.userId;
}

/**
 * The entries of other members that the scope covers but that the actor may not see, because of their project.
 * Undefined if there are none.
 */
export async function hiddenEntriesFrom(
  db: Database,
  actor: Holder & { orgId: string },
  scope:
    | "time-entries:read"
    | "time-entries:write"
    | "reports:read"
    | `timesheets:${"read" | "write" | "approve"}`
    | "billing:write",
): Promise<HiddenEntries | undefined> {
  const viewerId = viewerOf(actor);
  if (viewerId === undefined || !reachesOthers(actor, scope)) return undefined;
  return findHiddenEntries(db, actor.orgId, viewerId);
}
