import type { Leads, Role } from "#identity/access.ts";
import { having } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import type { ApiKeyRow } from "#identity/api-keys/queries.ts";

/** A key with further values that the API shows: the member's role and leadership, and the last use. */
export interface ShownKeyRow extends ApiKeyRow {
  role: Role;
  leads: Leads;
  last_used_at: string | null;
  last_used_address: string | null;
  /** Null for an active member; the keys of deactivated members are refused. */
  deactivated_at: string | null;
}

export type KeyStatus = "active" | "expired" | "revoked";

const storedColumns = sql`k.org_id, k.id, k.user_id, k.kind, k.name, k.scopes, k.last_four, k.authenticated_at, k.expires_at,
  k.revoked_at, k.version, k.created_at, k.updated_at, encode(sha256(k.key_hash), 'hex') as key_digest`;
const shownKeys = sql`
  select ${storedColumns}, k.last_used_at, k.last_used_address, m.role, m.deactivated_at,
         (select case when bool_or(t.shows_money and t.member_ids <> '{}') then 'teams with money' when count(*) > 0 then 'teams' end
            from teams t where t.org_id = k.org_id and t.lead_ids @> array[k.user_id] and m.role = 'member') as leads
    from api_keys k
    join members m on m.org_id = k.org_id and m.user_id = k.user_id`;

export async function findApiKey(
  db: Database,
  orgId: string,
  id: string,
  lock?: Sql,
): Promise<ShownKeyRow | undefined> {
  const [row] = await db.query<ShownKeyRow>(
    sql`${shownKeys} where k.org_id = ${orgId} and k.id = ${id} and k.kind = 'api' ${lock ?? sql``}`,
  );
  return row;
}

export interface KeyFilter {
  /** If undefined, the keys of all members are listed. */
  userIds: string[] | undefined;
  statuses: KeyStatus[] | undefined;
}

export function listApiKeys(
  db: Database,
  orgId: string,
  { userIds, statuses }: KeyFilter,
  now: Date,
  page: PageRequest,
): Promise<ShownKeyRow[]> {
  return db.query<ShownKeyRow>(sql`
    select * from (
      select shown.*, case when coalesce(revoked_at, deactivated_at) is not null then 'revoked'
                           when expires_at <= ${now.toISOString()} then 'expired'
                           else 'active' end as status
        from (${shownKeys} where k.org_id = ${orgId} and k.kind = 'api') shown) keys
     where org_id = ${orgId} ${having({ user_id: userIds, status: statuses })} ${pageOf(page)}`);
}

export function listAllApiKeys(db: Database, orgId: string): Promise<ShownKeyRow[]> {
  return db.query<ShownKeyRow>(
    sql`${shownKeys} where k.org_id = ${orgId} and k.kind = 'api' order by k.created_at desc, k.id desc`,
  );
}

export async function isReplaced(db: Database, orgId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    sql`select 1 from api_keys where org_id = ${orgId} and id = ${id} and replaced_at is not null`,
  );
  return rows.length > 0;
}

export type KeyColumns = Partial<Pick<ApiKeyRow, "name" | "scopes" | "expires_at" | "revoked_at">> & {
  replaced_at?: string | null;
};
