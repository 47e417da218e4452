import { recordChanges } from "#identity/history/record-change.ts";
import type { MemberRow } from "#identity/members/queries.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";

/**
 * Inserts members with their change rows. Their names are "Member 0001" and so on, and they joined thirteen months ago.
 */
export async function insertMembers(db: DatabasePool, orgId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId("user"));
  await db.transaction(async (tx) => {
    await tx.query(sql`
      insert into users (id, email, name)
      select id, id || '@example.com', 'Member ' || to_char(at, 'FM0000') from unnest(${ids}::text[]) with ordinality as u (id, at)`);
    await tx.query(sql`
      insert into members (org_id, user_id, role, created_at)
      select ${orgId}, id, 'member', date_trunc('day', now()) - interval '13 months' from unnest(${ids}::text[]) as u (id)`);
    const rows = await tx.query<MemberRow>(sql`
      select m.org_id, m.user_id, u.name, u.email, m.role, m.deactivated_at, m.version, m.created_at, m.updated_at
        from members m join users u on u.id = m.user_id where m.org_id = ${orgId} and m.user_id = any(${ids})`);
    const changes = rows.map((row) => ({ action: "member.added", targetId: row.user_id, row }) as const);
    await recordChanges(tx, { orgId, userId: null, keyId: null, requestId: null }, changes);
  });
}
