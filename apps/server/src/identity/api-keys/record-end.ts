import { type Origin, recordChanges } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { ApiKeyRow } from "./queries.ts";

const actions = { api: "api_key.revoked", session: "session.ended", grant: "grant.ended" } as const;

/**
 * Records the revocation of keys, sessions and grants. Uses one statement per organization, because there may be thousands of rows and the caller holds locks. `rows` are the states after the revocation.
 */
export async function recordEnds(
  tx: Transaction,
  rows: readonly ApiKeyRow[],
  originIn: (orgId: string) => Origin,
): Promise<void> {
  for (const [orgId, ended] of Map.groupBy(rows, ({ org_id: id }) => id)) {
    const changes = ended.map((row) => {
      return { action: actions[row.kind], targetId: row.id, row, before: { ...row, revoked_at: null } };
    });
    await recordChanges(tx, originIn(orgId), changes);
  }
}
