import type { Origin } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { revokeKeysOfMember } from "./queries.ts";
import { recordEnd } from "./record-end.ts";

/** Ends all keys, sessions and grants of a member, each with its change row. */
export async function endKeysOfMember(tx: Transaction, origin: Origin, userId: string): Promise<void> {
  for (const row of await revokeKeysOfMember(tx, origin.orgId, userId)) await recordEnd(tx, origin, row);
}
