import type { DatabasePool } from "#platform/database/database.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import { rowsScanned } from "#platform/process/row-counts.ts";
import { foldDeltas, listOrganizationsToFold, tryLockFold } from "./queries.ts";

/**
 * Folds pending deltas into the sums, round-robin between organizations; a failure in one does not delay the others.
 * Safe on several nodes: only one folds an organization at a time, and the transaction that adds a delta to the sums
 * also deletes it.
 */
export async function foldTimeSums(db: DatabasePool): Promise<void> {
  await runInTurns(await listOrganizationsToFold(db), (orgId) => foldBlock(db, orgId));
}

export async function foldOrganization(db: DatabasePool, orgId: string): Promise<void> {
  while (await foldBlock(db, orgId));
}

/** Folds one block of deltas. Returns whether there may be more. */
async function foldBlock(db: DatabasePool, orgId: string): Promise<boolean> {
  const folded = await db.transaction(async (tx) =>
    (await tryLockFold(tx, orgId)) ? foldDeltas(tx, orgId, rowsScanned) : 0,
  );
  return folded === rowsScanned;
}
