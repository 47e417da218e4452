import type { Scope } from "#identity/access.ts";
import type { ApiKeyRow } from "#identity/api-keys/queries.ts";
import { shownColumns } from "#identity/api-keys/shown-columns.ts";
import { clockTime, having, nextVersion } from "#platform/database/columns.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";

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
  await db.query(sql`
    delete from oauth_grants
     where org_id = ${grant.org_id} and user_id = ${grant.user_id} and exchanged_at is null
       and code_expires_at < ${grant.created_at}`);
  await db.query(sql`
    insert into oauth_grants (org_id, id, user_id, session_id, client_id, client_name, redirect_uri, scopes, ends_at,
                              code_hash, code_challenge, code_expires_at, created_at)
    values (${grant.org_id}, ${grant.id}, ${grant.user_id}, ${grant.session_id}, ${grant.client_id}, ${grant.client_name},
            ${grant.redirect_uri}, ${grant.scopes}, ${grant.ends_at}, ${grant.code_hash}, ${grant.code_challenge},
            ${grant.code_expires_at}, ${grant.created_at})`);
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
    select g.org_id, g.id, g.user_id, g.client_id, g.client_name, g.redirect_uri, g.scopes, g.ends_at, g.code_challenge,
           g.code_expires_at, g.exchanged_at,
           (m.deactivated_at is null and o.purge_started_at is null and o.deletes_at is null) as "isMember"
      from oauth_grants g
      join members m on m.org_id = g.org_id and m.user_id = g.user_id
      join organizations o on o.id = g.org_id
     where g.org_id = ${orgId} and g.code_hash = ${codeHash}
       for update of g`);
  return row;
}

export interface StoredTokens {
  refreshHash: Buffer;
  accessHash: Buffer;
  accessExpiresAt: string;
}

export async function storeFirstTokens(
  db: Database,
  { org_id: orgId, id }: Pick<GrantRow, "org_id" | "id">,
  tokens: StoredTokens & { seed: Buffer; familyHash: Buffer },
  at: string,
): Promise<void> {
  await db.query(sql`
    update oauth_grants
       set exchanged_at = ${at}, seed = ${tokens.seed}, family_hash = ${tokens.familyHash}, refresh_hash = ${tokens.refreshHash},
           refreshed_at = ${at}, access_hash = ${tokens.accessHash}, access_expires_at = ${tokens.accessExpiresAt}
     where org_id = ${orgId} and id = ${id}`);
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

export async function storeNextTokens(
  db: Database,
  { org_id: orgId, id }: Pick<GrantRow, "org_id" | "id">,
  tokens: StoredTokens,
  at: string,
): Promise<void> {
  await db.query(sql`
    update oauth_grants
       set former_access_hash = access_hash, former_access_expires_at = access_expires_at,
           former_refresh_hash = refresh_hash, refresh_hash = ${tokens.refreshHash}, refreshed_at = ${at},
           access_hash = ${tokens.accessHash}, access_expires_at = ${tokens.accessExpiresAt}
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

export interface ShownGrant {
  id: string;
  user_id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  last_used_address: string | null;
}

export interface GrantFilter {
  /** If undefined, the grants of all members are listed. */
  userIds?: string[] | undefined;
  id?: string;
}

export async function listGrants(
  db: Database,
  orgId: string,
  { userIds, id }: GrantFilter,
  { now, refreshedAfter }: { now: string; refreshedAfter: string },
  page: PageRequest,
): Promise<ShownGrant[]> {
  return db.query<ShownGrant>(sql`
    select * from (
      select g.org_id, g.id, g.user_id, g.client_id, g.client_name, g.redirect_uri, k.scopes, k.created_at, k.expires_at,
             k.last_used_at, k.last_used_address
        from oauth_grants g
        join api_keys k on k.org_id = g.org_id and k.id = g.id
       where g.org_id = ${orgId} and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > ${now}) and g.refreshed_at > ${refreshedAfter}) usable
     where org_id = ${orgId} ${having({ user_id: userIds, id })} ${pageOf(page)}`);
}

/** Locks the key of a member's grant, unless it has been revoked. */
export async function lockGrantKey(
  db: Database,
  orgId: string,
  { id, userId }: { id: string; userId: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await db.query<ApiKeyRow>(sql`
    select ${shownColumns} from api_keys
     where org_id = ${orgId} and id = ${id} and user_id = ${userId} and kind = 'grant' and revoked_at is null
       for no key update`);
  return row;
}

/** Makes a grant belong to another session, so that it ends together with that session. */
export async function moveGrant(db: Database, orgId: string, id: string, sessionId: string): Promise<void> {
  await db.query(sql`update oauth_grants set session_id = ${sessionId} where org_id = ${orgId} and id = ${id}`);
}

/** Revokes the key of a member's grant. Returns undefined if the key has already been revoked. */
export async function revokeGrant(
  db: Database,
  orgId: string,
  { id, userId }: { id: string; userId: string },
  at: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db.query<ApiKeyRow>(sql`
    update api_keys
       set revoked_at = ${at}, ${nextVersion}
     where org_id = ${orgId} and id = ${id} and user_id = ${userId} and kind = 'grant' and revoked_at is null
    returning ${shownColumns}`);
  return row;
}

export function revokeIdleGrants(db: Database, orgId: string, refreshedBefore: string): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(sql`
    update api_keys k
       set revoked_at = ${clockTime}, ${nextVersion}
     where k.org_id = ${orgId} and k.kind = 'grant' and k.revoked_at is null
       and exists (select 1 from oauth_grants g where g.org_id = k.org_id and g.id = k.id and g.refreshed_at < ${refreshedBefore})
    returning ${shownColumns}`);
}

/** Deletes grants whose codes were never exchanged, and grants whose keys have been deleted. */
export async function deleteEndedGrants(db: Database, orgId: string, codesBefore: string): Promise<void> {
  await db.query(sql`
    delete from oauth_grants g
     where g.org_id = ${orgId} and g.code_expires_at < ${codesBefore}
       and not exists (select 1 from api_keys k where k.org_id = g.org_id and k.id = g.id)`);
}
