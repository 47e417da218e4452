import type { DatabasePool } from "#platform/database/database.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import { foldDeltas, listOrganizationsToFold, takeFold } from "./queries.ts";

const block = 10_000;

/**
 * Folds pending deltas into the sums. Several nodes may run it concurrently: only one node at a time folds an
 * organization, and the transaction that adds a delta deletes it. Organizations take turns, and a failure in one delays
 * no other.
 */
export async function foldTimeSums(db: DatabasePool): Promise<void> {
  await runInTurns(await listOrganizationsToFold(db), (orgId) => foldBlock(db, orgId));
}

export async function foldOrganization(db: DatabasePool, orgId: string): Promise<void> {
  while (await foldBlock(db, orgId));
}

/** Returns whether more deltas may be pending. */
async function foldBlock(db: DatabasePool, orgId: string): Promise<boolean> {
  const folded = await db.transaction(async (tx) => ((await takeFold(tx, orgId)) ? foldDeltas(tx, orgId, block) : 0));
  return folded === block;
}
