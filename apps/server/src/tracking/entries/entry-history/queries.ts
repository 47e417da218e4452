import { type Database, sql } from "#platform/database/database.ts";
import { isSeenBy } from "#tracking/ledger/projects/visibility.ts";

/** The projects that the entry has ever belonged to and that the viewer can see now; deleted projects are left out. */
export async function listSeenProjects(
  db: Database,
  orgId: string,
  entryId: string,
  viewerId: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select p.id from projects p
     where p.org_id = ${orgId} and ${isSeenBy(sql`${viewerId}`, "p")}
       and p.id in (select v.id
                      from changes c,
                           lateral (values (c.object ->> 'project_id'), (c.previous ->> 'project_id')) v (id)
                     where c.org_id = ${orgId} and c.target_id = ${entryId})`);
  return rows.map(({ id }) => id);
}
