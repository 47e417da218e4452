import type { Actor } from "#identity/access.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { findMember, lockMembership, type MemberRow } from "./queries.ts";

/**
 * Locks the organization's memberships until the transaction ends, and returns the actor's member row, which may have
 * changed since the key was checked.
 */
export async function lockOwn(tx: Transaction, actor: Actor): Promise<MemberRow> {
  await lockMembership(tx, actor.orgId);
  const own = await findMember(tx, actor.orgId, actor.userId);
  if (own !== undefined && own.deactivated_at === null) return own;
  throw new AppError("forbidden", "You are no longer an active member of this organization. Ask an owner or admin.");
}
