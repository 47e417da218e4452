import { recordEnds } from "#identity/api-keys/record-end.ts";
import type { ApiKeyRow } from "#identity/api-keys/queries.ts";
import { shownColumns } from "#identity/api-keys/shown-columns.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { nextVersion } from "#platform/database/columns.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";

/**
 * Ends the grants that a person permitted in one session, in all but one, or in all sessions. Also denies the device
 * logins that the person approved in these sessions and whose key has not been fetched.
 */
export async function endGrantsOfSessions(
  tx: Transaction,
  { requestId, address }: Pick<Origin, "requestId" | "address">,
  { userId, ...which }: Chosen & { userId: string },
  now: Date,
): Promise<void> {
  const ended = await revokeGrants(tx, userId, which, now.toISOString());
  await recordEnds(tx, ended, (orgId) => ({ orgId, userId, keyId: null, requestId, address: address ?? null }));
  await denyApprovals(tx, userId, which);
}

/** One session, all but one, or all. */
export interface Chosen {
  only?: string;
  except?: string;
}

export const isChosen = ({ only = null, except = null }: { only?: string | null; except?: string | null }) => sql`
  (${only}::text is null or session_id = ${only}) and session_id is distinct from ${except}::text`;

export const organizationsOf = (userId: string) =>
  sql`any (select m.org_id from members m where m.user_id = ${userId})`;

/** Denies the device logins that a person approved in the chosen sessions, in all organizations. */
async function denyApprovals(db: Database, userId: string, which: Chosen): Promise<void> {
  await db.query(sql`
    update device_logins set status = 'denied'
     where org_id = ${organizationsOf(userId)} and user_id = ${userId} and status = 'approved' and ${isChosen(which)}`);
}

/**
 * Revokes the grants that a person permitted in the chosen sessions, in all organizations. Deletes the grants whose
 * code has not been exchanged.
 */
async function revokeGrants(db: Database, userId: string, which: Chosen, at: string): Promise<ApiKeyRow[]> {
  const organizations = organizationsOf(userId);
  await db.query(sql`
    delete from oauth_grants
     where org_id = ${organizations} and user_id = ${userId} and exchanged_at is null and ${isChosen(which)}`);
  return db.query<ApiKeyRow>(sql`
    update api_keys k
       set revoked_at = ${at}, ${nextVersion}
     where k.org_id = ${organizations} and k.user_id = ${userId} and k.kind = 'grant' and k.revoked_at is null
       and exists (select 1 from oauth_grants g
                    where g.org_id = k.org_id and g.id = k.id and g.user_id = k.user_id and ${isChosen(which)})
    returning ${shownColumns}`);
}

/** Transfers a session's grants and approved device logins to the session that replaces it. */
export async function passGrantsOn(db: Database, userId: string, from: string, to: string): Promise<void> {
  const organizations = organizationsOf(userId);
  await db.query(sql`
    update oauth_grants set session_id = ${to}
     where org_id = ${organizations} and user_id = ${userId} and session_id = ${from}`);
  await db.query(sql`
    update device_logins set session_id = ${to}
     where org_id = ${organizations} and user_id = ${userId} and session_id = ${from} and status = 'approved'`);
}
