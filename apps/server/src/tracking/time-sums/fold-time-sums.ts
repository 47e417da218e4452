import type { DatabasePool } from "#platform/database/database.ts";
import { foldDeltas, listOrganizationsToFold, takeFold } from "./queries.ts";

const block = 10_000;

/**
 * Brings the sums up to date. Every node may do it at any time, also at once: an organization is folded by one of them,
 * and each delta leaves in the transaction in which the sums take it in. What fails for one holds up no other.
 */
export async function foldTimeSums(db: DatabasePool): Promise<void> {
  const failures: unknown[] = [];
  for (const orgId of await listOrganizationsToFold(db)) {
    await foldOrganization(db, orgId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

export async function foldOrganization(db: DatabasePool, orgId: string): Promise<void> {
  for (;;) {
    const folded = await db.transaction(async (tx) => ((await takeFold(tx, orgId)) ? foldDeltas(tx, orgId, block) : 0));
    if (folded < block) return;
  }
}
