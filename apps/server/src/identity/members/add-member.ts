import { endKeysOfMember } from "#identity/api-keys/end-keys-of-member.ts";
import type { Role } from "#identity/access.ts";
import { type Origin, recordChange } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { findMember, insertMember, type MemberRow, updateMember } from "./queries.ts";

/**
 * Makes a person a member, or an active one again; whoever is active stays as they are. `lockMembership` goes before it
 * where others may do the same at once.
 */
export async function addMember(tx: Transaction, origin: Origin, userId: string, role: Role): Promise<MemberRow> {
  const before = await findMember(tx, origin.orgId, userId);
  if (before !== undefined && before.deactivated_at === null) return before;
  // A key that was being made while they were deactivated must not come to life with them.
  if (before !== undefined) await endKeysOfMember(tx, origin, userId);
  const row =
    before === undefined
      ? await insertMember(tx, origin.orgId, userId, role)
      : await updateMember(tx, origin.orgId, userId, { role, deactivated_at: null });
  if (row === undefined) throw new Error("a member is never deleted");
  const change = { action: "member.added", targetId: userId, row } as const;
  await recordChange(tx, origin, before === undefined ? change : { ...change, before });
  return row;
}
