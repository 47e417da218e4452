import { isMissingReference } from "#platform/database/database-errors.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { runApart } from "#platform/run-apart.ts";
import {
  beginPurge,
  claimPurge,
  deleteOrganization,
  deleteTenantRows,
  listEndedOrganizations,
} from "./purge-queries.ts";

const block = 5_000;

/**
 * Removes organizations whose days of grace are over, with their rows in `tables`, in that order. Idempotent: every
 * node may run it, also concurrently, and it resumes after an interruption, because the organization's own row goes
 * last.
 */
export async function purgeOrganizations(
  db: DatabasePool,
  tables: readonly string[],
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  await runApart(await listEndedOrganizations(db, now.toISOString()), async (orgId) => {
    if (signal?.aborted === true) return;
    try {
      if (await beginPurge(db, orgId, now.toISOString())) await purge(db, tables, orgId, signal);
    } catch (error) {
      throw new Error(`organization ${orgId} could not be removed; the next run tries again`, { cause: error });
    }
  });
}

async function purge(db: DatabasePool, tables: readonly string[], orgId: string, signal?: AbortSignal): Promise<void> {
  /** Undefined when another node is at work, which then continues by itself. */
  const alone = <T>(run: (tx: Transaction) => Promise<T>): Promise<T | undefined> => {
    const attempt = () => db.transaction(async (tx) => ((await claimPurge(tx, orgId)) ? await run(tx) : undefined));
    // A person has just become a member elsewhere: a second attempt sees that.
    return attempt().catch((error: unknown) => {
      if (!isMissingReference(error)) throw error;
      return attempt();
    });
  };
  for (const table of tables) {
    for (;;) {
      if (signal?.aborted === true) return;
      // In blocks, so that no statement takes long.
      const deleted = await alone((tx) => deleteTenantRows(tx, orgId, table, block));
      if (deleted === undefined) return;
      if (deleted < block) break;
    }
  }
  await alone((tx) => deleteOrganization(tx, orgId));
}
