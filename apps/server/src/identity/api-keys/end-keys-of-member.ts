import { type Origin, recordChange } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { denyApprovalsOf, revokeKeysOfMember } from "./queries.ts";

/** Ends all keys and sessions of a member, each with its change row, and the keys that programs have yet to fetch. */
export async function endKeysOfMember(tx: Transaction, origin: Origin, userId: string): Promise<void> {
  await denyApprovalsOf(tx, origin.orgId, userId);
  for (const row of await revokeKeysOfMember(tx, origin.orgId, userId)) {
    const action = row.kind === "session" ? "session.ended" : "api_key.revoked";
    await recordChange(tx, origin, { action, targetId: row.id, row, before: { ...row, revoked_at: null } });
  }
}
