import { namesOf, nextVersion, valuesOf } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { KeyKind, Role, Scope } from "#identity/access.ts";
import type { Leadership } from "#identity/leadership.ts";
import { shownColumns } from "./shown-columns.ts";
import { joinLed, ledColumns, type StoredLeadership, toLeadership } from "#identity/read-leadership.ts";

export interface ApiKeyOwner {
  org_id: string;
  key_id: string;
  user_id: string;
  kind: KeyKind;
  authenticated_at: string | null;
  role: Role;
  scopes: ReadonlySet<Scope>;
  /** Undefined if the member leads no teams. */
  leadership: Leadership | undefined;
  expires_at: string | null;
  revoked_at: string | null;
  members_may_make_keys: boolean;
  deletes_at: string | null;
  /** When this node last saw the key used; the creation time if it was never used. */
  used_at_ms: number;
}

/**
 * Like `findApiKeyByHash`, for the current or previous access token of a grant. `expires_at` is that of the token if
 * it expires before the grant.
 */
export async function findGrantByAccessToken(db: Database, hash: Buffer): Promise<ApiKeyOwner | undefined> {
  const [row] = await db.query<StoredOwner & { access_expires_at: string }>(sql`
    select owned.*, case when g.access_hash = ${hash} then g.access_expires_at else g.former_access_expires_at end as access_expires_at
      from oauth_grants g, lateral (${selectOwners} where k.org_id = g.org_id and k.id = g.id) owned
     where g.access_hash = ${hash} or g.former_access_hash = ${hash}`);
  if (row === undefined) return undefined;
  const { access_expires_at: ends, ...owner } = row;
  const isSooner = owner.expires_at === null || Date.parse(ends) < Date.parse(owner.expires_at);
  return toOwner({ ...owner, expires_at: isSooner ? ends : owner.expires_at });
}

/**
 * Finds the owner of a key. Takes no organization, because the key determines it. Keys of deactivated members and of
 * organizations that are being removed count as revoked.
 */
export async function findApiKeyByHash(db: Database, hash: Buffer): Promise<ApiKeyOwner | undefined> {
  const [row] = await db.query<StoredOwner>(sql`${selectOwners} where k.key_hash = ${hash}`);
  return row && toOwner(row);
}

export async function findKeyOwners(
  db: Database,
  keys: readonly { orgId: string; keyId: string }[],
): Promise<Map<string, ApiKeyOwner>> {
  const rows = await db.query<StoredOwner>(sql`
    ${selectOwners}
     where (k.org_id, k.id) in (select * from unnest(${keys.map(({ orgId }) => orgId)}::text[], ${keys.map(({ keyId }) => keyId)}::text[]))`);
  return new Map(rows.map((row) => [row.key_id, toOwner(row)]));
}

type StoredOwner = Omit<ApiKeyOwner, "scopes" | "leadership" | "used_at_ms"> &
  StoredLeadership & { scopes: Scope[]; used_at: string };

const selectOwners = sql`
    select k.org_id, k.id as key_id, k.user_id, k.kind, k.authenticated_at, m.role, k.scopes, k.expires_at,
           coalesce(k.revoked_at, m.deactivated_at, o.purge_started_at) as revoked_at,
           o.members_may_make_keys, o.deletes_at, coalesce(k.last_used_at, k.created_at) as used_at,
           ${ledColumns}
      from api_keys k
      join members m on m.org_id = k.org_id and m.user_id = k.user_id
      join organizations o on o.id = k.org_id
      ${joinLed}`;

function toOwner(row: StoredOwner): ApiKeyOwner {
  const { used_at: usedAt, team_ids, led_ids, money_of, ...owner } = row;
  return {
    ...owner,
    scopes: new Set(owner.scopes),
    leadership: toLeadership(owner.user_id, { team_ids, led_ids, money_of }),
    used_at_ms: Date.parse(usedAt),
  };
}

export interface ApiKeyRow {
  org_id: string;
  id: string;
  user_id: string;
  kind: KeyKind;
  name: string;
  scopes: Scope[];
  last_four: string;
  /** A SHA-256 of the stored hash, so the doctor can detect that a key was swapped. */
  key_digest: string;
  authenticated_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

export type NewApiKey = Pick<ApiKeyRow, "id" | "kind" | "user_id" | "name" | "last_four" | "expires_at"> & {
  scopes: readonly Scope[];
  key_hash: Buffer;
  /** When the person last authenticated in the session; other kinds of keys have none. */
  authenticated_at?: string;
  last_used_address?: string | null;
};

export async function insertApiKey(db: Database, orgId: string, key: NewApiKey): Promise<ApiKeyRow> {
  const rows = await db.query<ApiKeyRow>(sql`
    insert into api_keys (org_id, ${namesOf(key)}) values (${orgId}, ${valuesOf(key)}) returning ${shownColumns}`);
  return one(rows);
}

export async function findApiKey(db: Database, orgId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.query<ApiKeyRow>(
    sql`select ${shownColumns} from api_keys where org_id = ${orgId} and id = ${id}`,
  );
  return row;
}

/**
 * Revokes keys, sessions and grants of one or more organizations. `which` starts with `and`. Returns those that had not
 * already been revoked.
 */
export function revokeKeys(db: Database, orgId: string | Sql, which: Sql, at: string | Sql): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(sql`
    update api_keys k
       set revoked_at = ${at}, ${nextVersion}
     where k.org_id = ${orgId} and k.revoked_at is null ${which}
    returning ${shownColumns}`);
}

/** Denies device logins that the member has approved but whose key has not been fetched. */
export async function denyApprovalsOf(db: Database, orgId: string, userId: string): Promise<void> {
  await db.query(sql`
    update device_logins set status = 'denied' where org_id = ${orgId} and user_id = ${userId} and status = 'approved'`);
}

export interface KeyUse {
  orgId: string;
  keyId: string;
  atMs: number;
  address: string;
}

/** Updates the last use of each key, all in one statement. Keeps a stored use that is more recent. */
export async function touchApiKeys(db: Database, uses: KeyUse[]): Promise<void> {
  if (uses.length === 0) return;
  await db.query(sql`
    update api_keys k
       set last_used_at = u.at, last_used_address = u.address
      from (select org_id, id, to_timestamp(at_ms / 1000.0) as at, address
              from unnest(${uses.map((use) => use.orgId)}::text[], ${uses.map((use) => use.keyId)}::text[],
                          ${uses.map((use) => use.atMs)}::bigint[], ${uses.map((use) => use.address)}::text[])
                     as u (org_id, id, at_ms, address)) u
     where k.org_id = u.org_id and k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`);
}
