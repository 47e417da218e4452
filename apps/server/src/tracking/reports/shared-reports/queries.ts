import { type Database, sql } from "#platform/database/database.ts";

export async function findNames(
  db: Database,
  orgId: string,
  ids: { projectIds: string[]; taskIds: string[]; userIds: string[] },
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id, name from projects where org_id = ${orgId} and id = any(${ids.projectIds})
    union all
    select id, name from tasks where org_id = ${orgId} and id = any(${ids.taskIds})
    union all
    select u.id, u.name from members m join users u on u.id = m.user_id where m.org_id = ${orgId} and m.user_id = any(${ids.userIds})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
