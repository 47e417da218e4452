import type { Scope } from "#identity/access.ts";
import { assignments, namesOf, valuesOf } from "#platform/database/columns.ts";
import { type Database, sql } from "#platform/database/database.ts";

export interface RegisteredClient {
  id: string;
  name: string;
  redirect_uris: string[];
}

/** Finds a registered client. Takes no organization, because a program registers before anyone connects it. */
export async function findRegisteredClient(db: Database, id: string): Promise<RegisteredClient | undefined> {
  const [row] = await db.query<RegisteredClient>(
    sql`select id, name, redirect_uris from oauth_clients where id = ${id}`,
  );
  return row;
}

/**
 * Stores a client. Deletes the oldest clients that were never connected, so that at most `maxUnused` of these
 * remain.
 */
export async function insertRegisteredClient(
  db: Database,
  client: RegisteredClient,
  maxUnused: number,
  now: Date,
): Promise<void> {
  await db.query(sql`
    delete from oauth_clients
     where id in (select id from oauth_clients where used_at is null order by created_at desc offset ${maxUnused - 1})`);
  await db.query(sql`
    insert into oauth_clients (id, name, redirect_uris, created_at)
    values (${client.id}, ${client.name}, ${client.redirect_uris}, ${now.toISOString()})`);
}

/** Records that a client was used, at most once a day. */
export async function touchClient(db: Database, id: string, now: Date): Promise<void> {
  await db.query(sql`
    update oauth_clients set used_at = ${now.toISOString()}
     where id = ${id} and (used_at is null or used_at < ${now.toISOString()}::timestamptz - interval '1 day')`);
}

/** Deletes clients registered before `unused` that were never connected, and clients last used before `used`. */
export async function deleteUnusedClients(db: Database, before: { unused: string; used: string }): Promise<void> {
  await db.query(sql`
    delete from oauth_clients
     where (used_at is null and created_at < ${before.unused}) or used_at < ${before.used}`);
}

export interface GrantRow {
  org_id: string;
  id: string;
  user_id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  scopes: Scope[];
  ends_at: string | null;
  code_challenge: string;
  code_expires_at: string;
  exchanged_at: string | null;
}

export interface NewGrant extends Omit<GrantRow, "exchanged_at"> {
  session_id: string;
  code_hash: Buffer;
  created_at: string;
}

/** Stores a grant, and deletes the member's grants whose codes expired unused. */
export async function insertGrant(db: Database, grant: NewGrant): Promise<void> {
  const { org_id: orgId, ...columns } = grant;
  await db.query(sql`
    delete from oauth_grants
     where org_id = ${orgId} and user_id = ${grant.user_id} and exchanged_at is null
       and code_expires_at < ${grant.created_at}`);
  await db.query(sql`
    insert into oauth_grants (org_id, ${namesOf(columns)}) values (${orgId}, ${valuesOf(columns)})`);
}

/** Finds the organization of a code. Has no tenant condition, because only the code is known. */
export async function findOrganizationOfCode(db: Database, codeHash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ org_id: string }>(sql`select org_id from oauth_grants where code_hash = ${codeHash}`);
  return row?.org_id;
}

export async function lockGrantOfCode(
  db: Database,
  orgId: string,
  codeHash: Buffer,
): Promise<(GrantRow & { isMember: boolean }) | undefined> {
  const [row] = await db.query<GrantRow & { isMember: boolean }>(sql`
    select g.*, (m.deactivated_at is null and o.purge_started_at is null and o.deletes_at is null) as "isMember"
      from oauth_grants g
      join members m on m.org_id = g.org_id and m.user_id = g.user_id
      join organizations o on o.id = g.org_id
     where g.org_id = ${orgId} and g.code_hash = ${codeHash}
       for update of g`);
  return row;
}

/** Columns of a grant's tokens. */
export interface StoredTokens {
  refreshed_at: string;
  refresh_hash: Buffer;
  access_hash: Buffer;
  access_expires_at: string;
}

export async function storeGrant(
  db: Database,
  { org_id: orgId, id }: Pick<GrantRow, "org_id" | "id">,
  columns: { session_id: string } | (StoredTokens & { exchanged_at: string; seed: Buffer; family_hash: Buffer }),
): Promise<void> {
  await db.query(sql`update oauth_grants set ${assignments(columns)} where org_id = ${orgId} and id = ${id}`);
}

export interface RefreshableGrant extends GrantRow {
  /** The current scopes of the grant's key; `scopes` are those for which the code was issued. */
  current_scopes: Scope[];
  seed: Buffer;
  refresh_hash: Buffer;
  former_refresh_hash: Buffer | null;
  refreshed_at: string;
  access_expires_at: string;
  /** Whether the key, the member and the organization are still active. */
  isActive: boolean;
}

/** Locks the grant that a current or former refresh token belongs to. The token determines the organization. */
export async function lockGrantOfFamily(db: Database, familyHash: Buffer): Promise<RefreshableGrant | undefined> {
  const [row] = await db.query<RefreshableGrant>(sql`
    select g.*, k.scopes as current_scopes, (k.revoked_at is null and m.deactivated_at is null and o.purge_started_at is null) as "isActive"
      from oauth_grants g
      join api_keys k on k.org_id = g.org_id and k.id = g.id
      join members m on m.org_id = g.org_id and m.user_id = g.user_id
      join organizations o on o.id = g.org_id
     where g.family_hash = ${familyHash}
       for update of g`);
  return row;
}

/** Replaces the tokens of a grant. The former ones stay known. */
export async function storeNextTokens(
  db: Database,
  { org_id: orgId, id }: Pick<GrantRow, "org_id" | "id">,
  tokens: StoredTokens,
): Promise<void> {
  await db.query(sql`
    update oauth_grants
       set former_access_hash = access_hash, former_access_expires_at = access_expires_at,
           former_refresh_hash = refresh_hash, ${assignments(tokens)}
     where org_id = ${orgId} and id = ${id}`);
}

/** Finds the grant of an unexpired access token. The token determines the organization. */
export async function findGrantOfAccess(
  db: Database,
  accessHash: Buffer,
  now: string,
): Promise<Pick<GrantRow, "org_id" | "id" | "client_id" | "user_id"> | undefined> {
  const [row] = await db.query<Pick<GrantRow, "org_id" | "id" | "client_id" | "user_id">>(
    sql`select org_id, id, client_id, user_id from oauth_grants
         where (access_hash = ${accessHash} and access_expires_at > ${now})
            or (former_access_hash = ${accessHash} and former_access_expires_at > ${now})`,
  );
  return row;
}

/** Deletes grants whose codes were never exchanged, and grants whose keys have been deleted. */
export async function deleteEndedGrants(db: Database, orgId: string, codesBefore: string): Promise<void> {
  await db.query(sql`
    delete from oauth_grants g
     where g.org_id = ${orgId} and g.code_expires_at < ${codesBefore}
       and not exists (select 1 from api_keys k where k.org_id = g.org_id and k.id = g.id)`);
}
