import type { DatabasePool } from "#platform/database/database.ts";
import { runInTurns } from "#platform/run-apart.ts";
import { foldDeltas, listOrganizationsToFold, takeFold } from "./queries.ts";

const block = 10_000;

/**
 * Brings the sums up to date. Every node may do it at any time, also at once: an organization is folded by one of them,
 * and each delta leaves in the transaction in which the sums take it in. Organizations take turns, and what fails for one
 * holds up no other.
 */
export async function foldTimeSums(db: DatabasePool): Promise<void> {
  await runInTurns(await listOrganizationsToFold(db), (orgId) => foldBlock(db, orgId));
}

export async function foldOrganization(db: DatabasePool, orgId: string): Promise<void> {
  while (await foldBlock(db, orgId));
}

/** Whether there may be more. */
async function foldBlock(db: DatabasePool, orgId: string): Promise<boolean> {
  const folded = await db.transaction(async (tx) => ((await takeFold(tx, orgId)) ? foldDeltas(tx, orgId, block) : 0));
  return folded === block;
}
