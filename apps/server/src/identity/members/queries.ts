import type { Role } from "#identity/access.ts";
import { type Database, sql } from "#platform/database/database.ts";

export interface MemberRow {
  org_id: string;
  user_id: string;
  role: Role;
  deactivated_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

export async function findMember(db: Database, orgId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await db.query<MemberRow>(sql`select * from members where org_id = ${orgId} and user_id = ${userId}`);
  return row;
}

/** Those of the users who are active members. */
export async function listActiveMemberIds(db: Database, orgId: string, userIds: string[]): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select user_id from members where org_id = ${orgId} and user_id = any(${userIds}) and deactivated_at is null`);
  return rows.map((row) => row.user_id);
}

export async function findMemberByEmail(db: Database, orgId: string, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.query<MemberRow>(sql`
    select m.* from members m join users u on u.id = m.user_id where m.org_id = ${orgId} and lower(u.email) = lower(${email})`);
  return row;
}

/** The person with this address, made if there is none yet; an existing name stays. */
export async function insertUser(
  db: Database,
  user: { id: string; email: string; name: string },
): Promise<{ id: string }> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into users (id, email, name) values (${user.id}, ${user.email}, ${user.name})
    on conflict (lower(email)) do update set email = users.email
    returning id`);
  if (row === undefined) throw new Error("an upserted user is returned");
  return row;
}

export async function insertMember(db: Database, orgId: string, userId: string, role: Role): Promise<MemberRow> {
  const [row] = await db.query<MemberRow>(sql`
    insert into members (org_id, user_id, role) values (${orgId}, ${userId}, ${role}) returning *`);
  if (row === undefined) throw new Error("an inserted member is returned");
  return row;
}
