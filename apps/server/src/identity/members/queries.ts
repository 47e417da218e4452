import type { Role } from "#identity/access.ts";
import type { Stored } from "#identity/history/store.ts";
import { assignments, having, nextVersion } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import type { Member } from "./schemas.ts";

/**
 * A member with the person's name and email address, as shown in the API and stored in change rows (type
 * `shown_members`).
 */
export type MemberRow = Stored<Omit<Member, "status">>;

/** The last decision that a sign-in with OpenID made about the membership; null if a person has decided since, or always. */
export type OpenIdStatus = "joined" | "removed" | null;

export interface UserRow {
  id: string;
  email: string;
  name: string;
  preferences: object;
  created_at: string;
}

const shownColumns = sql`m.org_id, m.user_id, u.name, u.email, m.role, m.deactivated_at, m.version, m.created_at, m.updated_at`;

export async function findMember(
  db: Database,
  orgId: string,
  userId: string,
  lock?: Sql,
): Promise<MemberRow | undefined> {
  const [row] = await db.query<MemberRow>(sql`
    select ${shownColumns} from members m join users u on u.id = m.user_id
     where m.org_id = ${orgId} and m.user_id = ${userId} ${lock ?? sql``}`);
  return row;
}

/** Returns the roles of those users who are active members. */
export async function listActiveRoles(db: Database, orgId: string, userIds: string[]): Promise<Map<string, Role>> {
  const rows = await db.query<{ user_id: string; role: Role }>(sql`
    select user_id, role from members where org_id = ${orgId} and user_id = any(${userIds}) and deactivated_at is null`);
  return new Map(rows.map((row) => [row.user_id, row.role]));
}

/** Returns those of the user ids that belong to current or former members. */
export async function listMemberIds(db: Database, orgId: string, userIds: string[]): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select user_id from members where org_id = ${orgId} and user_id = any(${userIds})`);
  return rows.map((row) => row.user_id);
}

export async function findMemberByEmail(db: Database, orgId: string, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.query<MemberRow>(sql`
    select ${shownColumns} from members m join users u on u.id = m.user_id
     where m.org_id = ${orgId} and lower(u.email) collate "C" = lower(${email})`);
  return row;
}

export interface MemberFilter {
  role: Role[] | undefined;
  statuses: ("active" | "deactivated")[] | undefined;
  q: string | undefined;
}

/** Lists members, newest first. Cursors use `id`, which is the user's id. */
export function listMembers(
  db: Database,
  orgId: string,
  { role, statuses, q }: MemberFilter,
  page: PageRequest,
): Promise<(MemberRow & { id: string })[]> {
  const ofStatus =
    statuses === undefined
      ? sql``
      : sql`and (deactivated_at is null) = any(${statuses.map((status) => status === "active")}::boolean[])`;
  const found = q === undefined ? sql`` : sql`and (${contains(sql`name`, q)} or ${contains(sql`email`, q)})`;
  return db.query<MemberRow & { id: string }>(sql`
    select * from (select ${shownColumns}, m.user_id as id from members m join users u on u.id = m.user_id where m.org_id = ${orgId}) shown
     where true ${having({ role })} ${ofStatus} ${found} ${pageOf(page)}`);
}

/** Lists a person's memberships in all organizations. */
export function listMemberships(db: Database, userId: string): Promise<MemberRow[]> {
  return db.query<MemberRow>(sql`
    select ${shownColumns} from members m join users u on u.id = m.user_id where m.user_id = ${userId} order by m.org_id`);
}

export function listOrganizationsOf(db: Database, userId: string): Promise<{ id: string; name: string; role: Role }[]> {
  return db.query<{ id: string; name: string; role: Role }>(sql`
    select o.id, o.name, m.role from members m join organizations o on o.id = m.org_id
     where m.user_id = ${userId} and m.deactivated_at is null order by o.name, o.id`);
}

export async function countOtherOwners(db: Database, orgId: string, userId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from members
     where org_id = ${orgId} and user_id <> ${userId} and role = 'owner' and deactivated_at is null`);
  return one(rows).count;
}

/** Serializes changes to the organization's members, invitations and ownership until the transaction ends. */
export async function lockMembership(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select 1 from organizations where id = ${orgId} for no key update`);
}

export async function insertMember(db: Database, orgId: string, userId: string, role: Role): Promise<MemberRow> {
  return one(await insertMembers(db, orgId, [userId], role, true));
}

export function insertMembers(
  db: Database,
  orgId: string,
  userIds: string[],
  role: Role,
  areActive: boolean,
): Promise<MemberRow[]> {
  const deactivatedAt = areActive ? sql`null` : sql`date_trunc('milliseconds', statement_timestamp())`;
  return db.query<MemberRow>(sql`
    with m as (
      insert into members (org_id, user_id, role, deactivated_at)
      select ${orgId}, user_id, ${role}, ${deactivatedAt} from unnest(${userIds}::text[]) person (user_id)
      returning *)
    select ${shownColumns} from m join users u on u.id = m.user_id`);
}

/** Changes a member's columns, if any, and the version, which a change of the person's name increments too. */
export async function updateMember(
  db: Database,
  orgId: string,
  userId: string,
  columns?: Partial<Pick<MemberRow, "role" | "deactivated_at"> & { openid_status: OpenIdStatus }>,
): Promise<MemberRow | undefined> {
  const [row] = await db.query<MemberRow>(sql`
    with m as (
      update members
         set ${nextVersion} ${columns === undefined ? sql`` : sql`, ${assignments(columns)}`}
       where org_id = ${orgId} and user_id = ${userId}
      returning *)
    select ${shownColumns} from m join users u on u.id = m.user_id`);
  return row;
}

export async function findUser(db: Database, id: string, lock?: Sql): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(
    sql`select id, email, name, preferences, created_at from users where id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

interface NewUser {
  id: string;
  email: string;
  name: string;
}

/** Returns the person with this address, and creates them if necessary. An existing person keeps their name. */
export async function insertUser(db: Database, user: NewUser): Promise<{ id: string }> {
  return one(await insertUsers(db, [user]));
}

/** Like `insertUser`, for several people; their addresses must differ. */
export function insertUsers(db: Database, users: NewUser[]): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(sql`
    insert into users (id, email, name)
    select id, email, name from json_to_recordset(${JSON.stringify(users)}::json) as r (id text, email text, name text)
    on conflict (lower(email)) do update set email = users.email
    returning id`);
}

export async function updateUserName(db: Database, id: string, name: string): Promise<void> {
  await db.query(sql`update users set name = ${name} where id = ${id}`);
}

export async function mergePreferences(db: Database, userId: string, chosen: object): Promise<void> {
  await db.query(
    sql`update users set preferences = preferences || ${JSON.stringify(chosen)}::jsonb where id = ${userId}`,
  );
}
