import { recordEnds } from "#identity/api-keys/record-end.ts";
import type { Origin } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { revokeGrant } from "./queries.ts";

/** Ends a grant on behalf of its member or of the given author. Returns false if the grant has already ended. */
export async function endGrant(
  tx: Transaction,
  { org_id: orgId, id, user_id: userId }: { org_id: string; id: string; user_id: string },
  author: Pick<Origin, "requestId" | "address"> & Partial<Pick<Origin, "userId" | "keyId">>,
  now: Date,
): Promise<boolean> {
  const row = await revokeGrant(tx, orgId, { id, userId }, now.toISOString());
  if (row === undefined) return false;
  const { requestId, address, keyId = null } = author;
  const origin = { orgId, userId: author.userId ?? userId, keyId, requestId, address: address ?? null };
  await recordEnds(tx, [row], () => origin);
  return true;
}
