import type { Origin } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { denyApprovalsOf, revokeKeysOfMember } from "./queries.ts";
import { recordEnd } from "./record-end.ts";

/**
 * Ends all keys, sessions and grants of a member, each with its change row, and denies programs the keys that they have
 * not fetched yet.
 */
export async function endKeysOfMember(tx: Transaction, origin: Origin, userId: string): Promise<void> {
  await denyApprovalsOf(tx, origin.orgId, userId);
  for (const row of await revokeKeysOfMember(tx, origin.orgId, userId)) await recordEnd(tx, origin, row);
}
