import type { Actor } from "#identity/access.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { findMember, lockMembership, type MemberRow } from "./queries.ts";

/**
 * The one who acts, as they are now: another change may have come between the look at their key and this. Until the
 * transaction ends nobody else changes who belongs to the organization.
 */
export async function lockOwn(tx: Transaction, actor: Actor): Promise<MemberRow> {
  await lockMembership(tx, actor.orgId);
  const own = await findMember(tx, actor.orgId, actor.userId);
  if (own !== undefined && own.deactivated_at === null) return own;
  throw new AppError("forbidden", "You are no longer an active member of this organization.");
}
