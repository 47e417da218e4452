import type { DatabasePool } from "#platform/database/database.ts";
import { runInTurns } from "#platform/run-apart.ts";
import {
  findFirstStraggler,
  findHead,
  findSettled,
  insertBlock,
  listOrganizationsToChain,
  takeChain,
} from "./queries.ts";

export interface ChainOptions {
  /**
   * Changes are left alone for so long. A clock that is set back by less goes unnoticed without harm, as long as chains
   * are looked at more often than that.
   */
  settleMs?: number;
  /** How many changes a block holds at most. */
  most?: number;
  /** Told how long a block took; the next one waits for the promise. */
  pace?: (elapsedMs: number) => Promise<void>;
  signal?: AbortSignal | undefined;
}

const usual = { settleMs: 120_000, most: 1_000, pace: async () => undefined };

/**
 * Appends the changes that are in no block yet to the chains of their organizations. Every node may do it at any time,
 * also at once: a chain is continued by one of them, in a transaction for each block. Organizations take turns.
 */
export async function chainChanges(db: DatabasePool, options: ChainOptions = {}): Promise<void> {
  const { settleMs, pace } = { ...usual, ...options };
  await runInTurns(await listOrganizationsToChain(db, settleMs), async (orgId) => {
    if (options.signal?.aborted === true) return false;
    const began = performance.now();
    const isFull = await chainBlock(db, orgId, options);
    await pace(performance.now() - began);
    return isFull;
  });
}

/** Appends a block to the chain of an organization. Returns whether there may be more. */
export async function chainBlock(db: DatabasePool, orgId: string, options: ChainOptions): Promise<boolean> {
  const { settleMs, most } = { ...usual, ...options };
  return db.transaction(async (tx) => {
    if (!(await takeChain(tx, orgId))) return false;
    // Looked at under the lock, or another node's later look would seem to be a clock that went back. And before the
    // changes are read, or one that is committed in between would be passed over.
    const { before, clock } = await findSettled(tx, settleMs);
    const head = await findHead(tx, orgId);
    const wentBack = Date.parse(clock) < Date.parse(head.until_at);
    const count = await insertBlock(tx, orgId, head, { before, most, evenEmpty: wentBack });
    return wentBack || count === most;
  });
}

/** Takes changes in that lie before the end of a chain and in none of its blocks: an operator says that they are right. */
export async function chainStragglers(db: DatabasePool, orgId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await takeChain(tx, orgId))) return;
    const head = await findHead(tx, orgId);
    const before = await findFirstStraggler(tx, orgId);
    if (before !== undefined) await insertBlock(tx, orgId, head, { before, most: 0, evenEmpty: true });
  });
  while (await chainBlock(db, orgId, {}));
}
