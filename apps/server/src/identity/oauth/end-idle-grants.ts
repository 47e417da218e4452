import { endKeys } from "#identity/api-keys/end-keys.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { idleGrantMs } from "./exchange.ts";

/** Ends grants that have not been used for 30 days, so they no longer count towards the limits. */
export async function endIdleGrants(db: DatabasePool, orgId: string, now: Date): Promise<void> {
  const refreshedBefore = new Date(now.getTime() - idleGrantMs).toISOString();
  const isIdle = sql`
    and kind = 'grant'
    and exists (select 1 from oauth_grants g where g.org_id = k.org_id and g.id = k.id and g.refreshed_at < ${refreshedBefore})`;
  await db.transaction((tx) =>
    endKeys(tx, orgId, isIdle, () => ({ orgId, userId: null, keyId: null, requestId: null })),
  );
}
