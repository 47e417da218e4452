import type { Role } from "#identity/access.ts";
import type { ApiKeyRow } from "#identity/api-keys/queries.ts";
import { shownColumns } from "#identity/api-keys/shown-columns.ts";
import { assignments, having, nextVersion } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import { organizationsOf } from "./chosen-sessions.ts";
import type { Session } from "./schemas.ts";
import { sessionIdleMs } from "./session-life.ts";

export interface Membership {
  org_id: string;
  name: string;
  role: Role;
}

/** Lists a person's organizations in the order in which they joined. */
export async function listMemberships(db: Database, userId: string): Promise<Membership[]> {
  return db.query<Membership>(sql`
    select m.org_id, o.name, m.role
      from members m join organizations o on o.id = m.org_id
     where m.user_id = ${userId} and m.deactivated_at is null
     order by m.created_at, m.org_id`);
}

/**
 * Locks the person until the transaction ends, so nobody else changes their sessions and account. Locks the
 * credentials first, as a sign-in does, to avoid deadlocks.
 */
export async function lockPerson(db: Database, userId: string): Promise<void> {
  await db.query(sql`select 1 from credentials where user_id = ${userId} for update`);
  await db.query(sql`select 1 from users where id = ${userId} for no key update`);
}

export type SessionRow = RowOf<Omit<Session, "organizationId" | "isCurrent">> & { org_id: string };

/** The maximum number of a person's usable sessions in all organizations together. */
export const mostSessions = 200;

/** Lists a person's usable sessions in all organizations, newest first. */
export async function listSessions(db: Database, userId: string, now: Date): Promise<SessionRow[]> {
  return db.query<SessionRow>(sql`
    select k.*, o.name as organization_name
      from members m
      join organizations o on o.id = m.org_id
      join api_keys k on k.org_id = m.org_id and k.user_id = m.user_id
     where m.user_id = ${userId} and m.deactivated_at is null and k.kind = 'session' and k.revoked_at is null
       and k.expires_at > ${now.toISOString()}
       and coalesce(k.last_used_at, k.created_at) > ${new Date(now.getTime() - sessionIdleMs).toISOString()}
     order by k.created_at desc, k.id desc
     limit ${mostSessions}`);
}

/** Returns how the person last authenticated in a session, which only its change rows contain. */
export async function findProvedBy(db: Database, orgId: string, sessionId: string): Promise<string | null> {
  const [row] = await db.query<{ proved_by: string | null }>(sql`
    select object ->> 'proved_by' as proved_by from changes
     where org_id = ${orgId} and target_id = ${sessionId} and object ? 'proved_by' order by id desc limit 1`);
  return row?.proved_by ?? null;
}

const isLiveOf = (userId: string, at: string) =>
  sql`user_id = ${userId} and kind = 'session' and revoked_at is null and expires_at > ${at}`;

export async function countSessions(db: Database, userId: string, at: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) from api_keys where org_id = ${organizationsOf(userId)} and ${isLiveOf(userId, at)}`);
  return one(rows).count;
}

/**
 * Returns a condition: one, all but one, all but the `beyond` most recently used, or all of a person's usable sessions.
 */
export function whichSessions(
  userId: string,
  { only, except, beyond = 0 }: { only?: string; except?: string; beyond?: number },
  at: string,
): Sql {
  const isBeyond = sql`
    and id in (select id from api_keys where org_id = ${organizationsOf(userId)} and ${isLiveOf(userId, at)}
                order by coalesce(last_used_at, created_at) desc, id desc offset ${beyond})`;
  return sql`
    and ${isLiveOf(userId, at)} ${beyond === 0 ? sql`` : isBeyond}
    ${having({ id: only })} and id is distinct from ${except ?? null}::text`;
}

/** Replaces a session's key, unless another request has already done so or the session has ended. */
export async function renewSession(
  db: Database,
  orgId: string,
  keyId: string,
  former: Buffer,
  renewed: { key_hash: Buffer; last_four: string; authenticated_at: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await db.query<ApiKeyRow>(sql`
    update api_keys
       set ${assignments(renewed)}, ${nextVersion}
     where org_id = ${orgId} and id = ${keyId} and key_hash = ${former} and revoked_at is null
    returning ${shownColumns}`);
  return row;
}

export async function deleteEndedSessions(db: Database, orgId: string, endedBefore: string): Promise<void> {
  await db.query(sql`
    delete from api_keys
     where org_id = ${orgId} and kind <> 'api' and least(revoked_at, expires_at) < ${endedBefore}`);
}
