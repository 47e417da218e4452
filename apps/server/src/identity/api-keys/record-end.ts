import { type Origin, recordChange } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { ApiKeyRow } from "./queries.ts";

const actions = { api: "api_key.revoked", session: "session.ended", grant: "grant.ended" } as const;

/** Records the revocation of a key, session or grant; `row` is its state after the revocation. */
export async function recordEnd(tx: Transaction, origin: Origin, row: ApiKeyRow): Promise<void> {
  await recordChange(tx, origin, {
    action: actions[row.kind],
    targetId: row.id,
    row,
    before: { ...row, revoked_at: null },
  });
}
