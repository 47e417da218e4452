import { recordEnd } from "#identity/api-keys/record-end.ts";
import { type ApiKeyRow, shownColumns } from "#identity/api-keys/queries.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";

/**
 * Ends the grants that a person permitted in one session, in all but one, or in all sessions. Also denies the device
 * logins that they approved there and whose key has not been fetched.
 */
export async function endGrantsOfSessions(
  tx: Transaction,
  { requestId, address }: Pick<Origin, "requestId" | "address">,
  { userId, ...which }: { userId: string; only?: string; except?: string },
  now: Date,
): Promise<void> {
  for (const row of await revokeGrants(tx, userId, which, now.toISOString()))
    await recordEnd(tx, { orgId: row.org_id, userId, keyId: null, requestId, address: address ?? null }, row);
  await denyApprovals(tx, userId, which);
}

/** Denies the device logins that a person approved in the chosen sessions, in all organizations. */
async function denyApprovals(db: Database, userId: string, which: { only?: string; except?: string }): Promise<void> {
  await db.query(sql`
    update device_logins set status = 'denied'
     where org_id = any (select m.org_id from members m where m.user_id = ${userId}) and user_id = ${userId}
       and status = 'approved' and (${which.only ?? null}::text is null or session_id = ${which.only ?? null})
       and session_id is distinct from ${which.except ?? null}::text`);
}

/**
 * Revokes the grants that a person permitted in the chosen sessions, in all organizations. Deletes those whose code has
 * not been exchanged.
 */
async function revokeGrants(
  db: Database,
  userId: string,
  which: { only?: string; except?: string },
  at: string,
): Promise<ApiKeyRow[]> {
  const organizations = sql`any (select m.org_id from members m where m.user_id = ${userId})`;
  const chosen = sql`
    g.user_id = ${userId} and (${which.only ?? null}::text is null or g.session_id = ${which.only ?? null})
       and g.session_id is distinct from ${which.except ?? null}::text`;
  await db.query(
    sql`delete from oauth_grants g where g.org_id = ${organizations} and g.exchanged_at is null and ${chosen}`,
  );
  return db.query<ApiKeyRow>(sql`
    update api_keys k
       set revoked_at = ${at}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where k.org_id = ${organizations} and k.user_id = ${userId} and k.kind = 'grant' and k.revoked_at is null
       and exists (select 1 from oauth_grants g where g.org_id = k.org_id and g.id = k.id and ${chosen})
    returning ${shownColumns}`);
}

/** Transfers a session's grants and approved device logins to the session that replaces it. */
export async function passGrantsOn(db: Database, userId: string, from: string, to: string): Promise<void> {
  const organizations = sql`any (select m.org_id from members m where m.user_id = ${userId})`;
  await db.query(sql`
    update oauth_grants set session_id = ${to}
     where org_id = ${organizations} and user_id = ${userId} and session_id = ${from}`);
  await db.query(sql`
    update device_logins set session_id = ${to}
     where org_id = ${organizations} and user_id = ${userId} and session_id = ${from} and status = 'approved'`);
}
