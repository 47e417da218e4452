import { type Origin, recordChanges } from "#identity/history/record-change.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { denyApprovalsOf, revokeKeys } from "./queries.ts";

const actions = { api: "api_key.revoked", session: "session.ended", grant: "grant.ended" } as const;

/**
 * Revokes keys, sessions and grants, as `revokeKeys` does, and returns their number. Records them with one statement
 * per organization, because there may be thousands and the caller holds locks.
 */
export async function endKeys(
  tx: Transaction,
  orgId: string | Sql,
  which: Sql,
  originIn: (orgId: string) => Origin,
  at: string | Sql = clockTime,
): Promise<number> {
  const rows = await revokeKeys(tx, orgId, which, at);
  for (const [id, ended] of Map.groupBy(rows, (row) => row.org_id)) {
    const changes = ended.map((row) => {
      return { action: actions[row.kind], targetId: row.id, row, before: { ...row, revoked_at: null } };
    });
    await recordChanges(tx, originIn(id), changes);
  }
  return rows.length;
}

/** Revokes all keys, sessions and grants of a member, and denies device logins whose key has not been fetched yet. */
export async function endKeysOfMember(tx: Transaction, origin: Origin, userId: string): Promise<void> {
  // Locks keys before device logins, in the same order as the end of a session, to avoid deadlocks.
  await endKeys(tx, origin.orgId, sql`and user_id = ${userId}`, () => origin);
  await denyApprovalsOf(tx, origin.orgId, userId);
}
