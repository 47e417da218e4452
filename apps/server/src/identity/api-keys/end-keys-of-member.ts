import type { Origin } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { denyApprovalsOf, revokeKeysOfMember } from "./queries.ts";
import { recordEnds } from "./record-end.ts";

/** Revokes all keys, sessions and grants of a member, and denies device logins whose key has not been fetched yet. */
export async function endKeysOfMember(tx: Transaction, origin: Origin, userId: string): Promise<void> {
  // Locks keys before device logins, in the same order as the end of a session, to avoid deadlocks.
  await recordEnds(tx, await revokeKeysOfMember(tx, origin.orgId, userId), () => origin);
  await denyApprovalsOf(tx, origin.orgId, userId);
}
