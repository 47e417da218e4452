import type { Actor } from "#identity/access.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { findMember } from "./queries.ts";

/**
 * Locks the actor's membership until the transaction ends. This serializes the actor's changes and makes a deactivation
 * wait for them, so the deactivation also removes the objects that they create. Throws 401 `revoked_api_key` if the
 * member has just been deactivated.
 */
export async function lockOwnMembership(tx: Transaction, { orgId, userId }: Actor): Promise<void> {
  const member = await findMember(tx, orgId, userId, sql`for no key update of m`);
  if (member === undefined || member.deactivated_at !== null)
    throw new AppError(
      "revoked_api_key",
      "You are no longer an active member of this organization. Ask an owner or admin.",
    );
}
