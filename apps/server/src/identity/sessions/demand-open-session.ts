import type { Actor } from "#identity/access.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";

/**
 * Throws 401 if the actor's session has ended since the request began. Locks the session until the transaction ends, so
 * that a request that ends the session afterwards also finds the objects that this request creates.
 */
export async function demandOpenSession(tx: Transaction, { orgId, keyId }: Actor): Promise<void> {
  const rows = await tx.query(
    sql`select 1 from api_keys where org_id = ${orgId} and id = ${keyId} and revoked_at is null for share`,
  );
  if (rows.length === 0) throw new AppError("revoked_api_key", "This session has ended. Sign in again.");
}
