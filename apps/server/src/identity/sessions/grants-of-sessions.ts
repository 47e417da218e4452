import { endKeys } from "#identity/api-keys/end-keys.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { type Chosen, isChosen, organizationsOf } from "./chosen-sessions.ts";

/**
 * Ends the grants that a person permitted in one session, in all but one, or in all sessions, and deletes those whose
 * code has not been exchanged. Also denies the device logins that the person approved in these sessions and whose key
 * has not been fetched.
 */
export async function endGrantsOfSessions(
  tx: Transaction,
  { requestId, address }: Pick<Origin, "requestId" | "address">,
  { userId, ...which }: Chosen & { userId: string },
  now: Date,
): Promise<void> {
  const organizations = organizationsOf(userId);
  await tx.query(sql`
    delete from oauth_grants
     where org_id = ${organizations} and user_id = ${userId} and exchanged_at is null and ${isChosen(which)}`);
  const isPermitted = sql`
    and user_id = ${userId} and kind = 'grant'
    and exists (select 1 from oauth_grants g
                 where g.org_id = k.org_id and g.id = k.id and g.user_id = k.user_id and ${isChosen(which)})`;
  const originIn = (orgId: string) => ({ orgId, userId, keyId: null, requestId, address: address ?? null });
  await endKeys(tx, organizations, isPermitted, originIn, now.toISOString());
  await denyApprovals(tx, userId, which);
}

/** Denies the device logins that a person approved in the chosen sessions, in all organizations. */
async function denyApprovals(db: Database, userId: string, which: Chosen): Promise<void> {
  await db.query(sql`
    update device_logins set status = 'denied'
     where org_id = ${organizationsOf(userId)} and user_id = ${userId} and status = 'approved' and ${isChosen(which)}`);
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
