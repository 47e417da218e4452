import { type Database, sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";

/** Inserts members with the names "Member 0001" and so on, who joined thirteen months ago. Writes no change rows. */
export async function insertMembers(db: Database, orgId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId("user"));
  await db.query(sql`
    insert into users (id, email, name)
    select id, id || '@example.com', 'Member ' || to_char(at, 'FM0000') from unnest(${ids}::text[]) with ordinality as u (id, at)`);
  await db.query(sql`
    insert into members (org_id, user_id, role, created_at)
    select ${orgId}, id, 'member', date_trunc('day', now()) - interval '13 months' from unnest(${ids}::text[]) as u (id)`);
}
