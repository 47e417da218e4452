import { isMissingReference } from "#platform/database/database-errors.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import {
  beginPurge,
  claimPurge,
  deleteOrganization,
  deleteTenantRows,
  listEndedOrganizations,
} from "./purge-queries.ts";

/**
 * Deletes organizations whose grace period is over. The first step makes the deletion final: all keys are refused, and
 * nobody can cancel. Then the rows of each table in `tables` are deleted in blocks, each in its own transaction, and
 * the organization last. People who belong to no other organization are deleted with their credentials.
 *
 * Every node can run this, even concurrently, because an advisory lock admits one node per block. An interrupted run
 * begins at the first table again. A failure in one organization does not stop the others, and is retried.
 */
export async function purgeOrganizations(
  db: DatabasePool,
  tables: readonly string[],
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  await runInTurns(await listEndedOrganizations(db, now.toISOString()), async (orgId) => {
    if (signal?.aborted === true) return;
    try {
      if (await beginPurge(db, orgId, now.toISOString())) await purge(db, tables, orgId, signal);
    } catch (error) {
      throw new Error(`organization ${orgId} could not be removed; the next run will retry`, { cause: error });
    }
  });
}

async function purge(db: DatabasePool, tables: readonly string[], orgId: string, signal?: AbortSignal): Promise<void> {
  /** Runs a step under the purge lock; undefined if another node has the lock. */
  const alone = <T>(run: (tx: Transaction) => Promise<T>): Promise<T | undefined> => {
    const attempt = () => db.transaction(async (tx) => ((await claimPurge(tx, orgId)) ? await run(tx) : undefined));
    // The statement fails if one of the people has just joined another organization. The second attempt keeps that
    // person.
    return attempt().catch((error: unknown) => {
      if (!isMissingReference(error)) throw error;
      return attempt();
    });
  };
  for (const table of tables) {
    for (;;) {
      if (signal?.aborted === true) return;
      // Batches keep each statement short.
      const deleted = await alone((tx) => deleteTenantRows(tx, orgId, table, rowsOfStatement));
      if (deleted === undefined) return;
      if (deleted < rowsOfStatement) break;
    }
  }
  await alone((tx) => deleteOrganization(tx, orgId));
}
