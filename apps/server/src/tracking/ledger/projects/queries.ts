import { having } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { type ProjectRow, projects } from "./project.ts";
import { seenBy } from "./visibility.ts";

/** Finds a project, unless it is hidden from the viewer. */
export function findVisibleProject(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  id: string,
  lock: Sql = sql``,
): Promise<ProjectRow | undefined> {
  return projects.find(db, orgId, id, sql`${seenBy(viewerId)} ${lock}`);
}

/** The restricted projects among `projectIds`, with their members. Includes deleted projects in their last state. */
export async function findRestricted(
  db: Database,
  orgId: string,
  projectIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = await db.query<{ id: string; member_ids: string[] }>(sql`
    select id, member_ids from projects
     where org_id = ${orgId} and id = any(${[...projectIds]}) and visibility = 'members'
     union all
    select c.target_id, r.member_ids
      from changes c cross join lateral jsonb_populate_record(null::projects, c.object) r
     where c.org_id = ${orgId} and c.target_id = any(${[...projectIds]}) and c.action = 'project.deleted'
       and r.visibility = 'members'`);
  return new Map(rows.map(({ id, member_ids: memberIds }) => [id, memberIds]));
}

interface ProjectFilter {
  statuses: string[] | undefined;
  clientIds: string[] | undefined;
  visibilities: string[] | undefined;
  q: string | undefined;
}

export function listProjects(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  { statuses, clientIds, visibilities, q }: ProjectFilter,
  page: PageRequest,
): Promise<ProjectRow[]> {
  const matching = having({ status: statuses, client_id: clientIds, visibility: visibilities });
  const found = q === undefined ? sql`` : sql`and (${contains(sql`name`, q)} or ${contains(sql`code`, q)})`;
  return projects.list(db, orgId, sql`${matching} ${found} ${seenBy(viewerId)}`, page);
}
