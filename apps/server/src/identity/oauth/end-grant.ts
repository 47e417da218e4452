import { endKeys } from "#identity/api-keys/end-keys.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";

/** Ends a grant on behalf of its member or of the given author. Returns false if the grant has already ended. */
export async function endGrant(
  tx: Transaction,
  { org_id: orgId, id, user_id: userId }: { org_id: string; id: string; user_id: string },
  author: Pick<Origin, "requestId" | "address"> & Partial<Pick<Origin, "userId" | "keyId">>,
  now: Date,
): Promise<boolean> {
  const { requestId, address, keyId = null } = author;
  const origin = { orgId, userId: author.userId ?? userId, keyId, requestId, address: address ?? null };
  const which = sql`and kind = 'grant' and id = ${id} and user_id = ${userId}`;
  return (await endKeys(tx, orgId, which, () => origin, now.toISOString())) > 0;
}
