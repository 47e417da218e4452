import { recordEnds } from "#identity/api-keys/record-end.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { idleGrantMs } from "./exchange.ts";
import { revokeIdleGrants } from "./queries.ts";

/** Ends grants that have not been used for 30 days, so they no longer count towards the limits. */
export async function endIdleGrants(db: DatabasePool, orgId: string, now: Date): Promise<void> {
  const refreshedBefore = new Date(now.getTime() - idleGrantMs).toISOString();
  await db.transaction(async (tx) => {
    const origin = { orgId, userId: null, keyId: null, requestId: null };
    await recordEnds(tx, await revokeIdleGrants(tx, orgId, refreshedBefore), () => origin);
  });
}
