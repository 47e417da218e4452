import { type Actor, type Holder, reachesOthers, seesAllProjects } from "#identity/access.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";

/** The member whose visibility limits a query; undefined if the actor sees every project. */
export function viewerOf(actor: Pick<Actor, "role" | "userId">): string | undefined {
  return seesAllProjects(actor) ? undefined : actor.userId;
}

/** Returns a condition: a member who does not see every project sees the project `alias`. */
export function isSeenBy(viewerId: Sql, alias: string): Sql {
  return sql`(${raw(alias)}.visibility = 'organization' or ${viewerId} = any(${raw(alias)}.member_ids))`;
}

/** Returns a condition that starts with `and`: the viewer sees the project. Empty if the viewer sees every project. */
export function seenBy(viewerId: string | undefined): Sql {
  return viewerId === undefined ? sql`` : sql`and ${isSeenBy(sql`${viewerId}`, "projects")}`;
}

/** Other members' entries in `projectIds`, which are hidden from a viewer. */
export interface HiddenEntries {
  projectIds: string[];
  /** The viewer, unless they have no entries: a person's own entries are never hidden. */
  exceptOf: string | undefined;
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

/** Finds the entries that are hidden from the viewer; undefined if there are none. */
async function findHiddenEntries(db: Database, orgId: string, viewerId: string): Promise<HiddenEntries | undefined> {
  const [row] = await db.query<{ ids: string[] | null; has_own: boolean }>(sql`
    select (select array_agg(id) from projects
             where org_id = ${orgId} and visibility = 'members' and not ${isSeenBy(sql`${viewerId}`, "projects")}) as ids,
           exists (select 1 from time_entries where org_id = ${orgId} and user_id = ${viewerId}) as has_own`);
  if (row === undefined || row.ids === null) return undefined;
  return { projectIds: row.ids, exceptOf: row.has_own ? viewerId : undefined };
}
