import type { DatabasePool } from "#platform/database/database.ts";
import { runApart } from "#platform/run-apart.ts";
import { foldDeltas, listOrganizationsToFold, takeFold } from "./queries.ts";

const block = 10_000;

/**
 * Brings the sums up to date. Every node may do it at any time, also at once: an organization is folded by one of them,
 * and each delta leaves in the transaction in which the sums take it in. What fails for one holds up no other.
 */
export async function foldTimeSums(db: DatabasePool): Promise<void> {
  await runApart(await listOrganizationsToFold(db), (orgId) => foldOrganization(db, orgId));
}

export async function foldOrganization(db: DatabasePool, orgId: string): Promise<void> {
  for (;;) {
    const folded = await db.transaction(async (tx) => ((await takeFold(tx, orgId)) ? foldDeltas(tx, orgId, block) : 0));
    if (folded < block) return;
  }
}
