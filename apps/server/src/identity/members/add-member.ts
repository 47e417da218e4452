import { endKeysOfMember } from "#identity/api-keys/end-keys.ts";
import type { Role } from "#identity/access.ts";
import { type Origin, recordChange } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { findMember, insertMember, type MemberRow, updateMember } from "./queries.ts";

/**
 * Makes a person an active member; does nothing if they already are. Call `lockMembership` first if concurrent
 * requests may add the same person.
 */
export async function addMember(tx: Transaction, origin: Origin, userId: string, role: Role): Promise<MemberRow> {
  const before = await findMember(tx, origin.orgId, userId);
  if (before !== undefined && before.deactivated_at === null) return before;
  // Keys created during the member's deactivation must not become valid when the member returns.
  if (before !== undefined) await endKeysOfMember(tx, origin, userId);
  const row =
    before === undefined
      ? await insertMember(tx, origin.orgId, userId, role)
      : await updateMember(tx, origin.orgId, userId, { role, deactivated_at: null, openid_status: null });
  if (row === undefined) throw new Error("the member was neither inserted nor updated");
  const change = { action: "member.added", targetId: userId, row } as const;
  await recordChange(tx, origin, before === undefined ? change : { ...change, before });
  return row;
}
