import type { DatabasePool } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import {
  findFirstStraggler,
  findHead,
  findSettled,
  insertBlock,
  listOrganizationsToChain,
  tryLockChain,
} from "./queries.ts";

export interface ChainOptions {
  /**
   * The minimum age of a change before it is chained. If chains are extended at shorter intervals, setting the clock
   * back by less than this age does no harm.
   */
  settleMs?: number;
  /** The maximum number of changes in a block. */
  most?: number;
  /** Called with the duration of each block. The next block is not started until the returned promise resolves. */
  pace?: (elapsedMs: number) => Promise<void>;
  signal?: AbortSignal | undefined;
}

const usual = { settleMs: 120_000, most: rowsOfStatement, pace: async () => undefined };

/**
 * Appends unchained changes to the chains of their organizations, round-robin and with one transaction per block.
 * Every node may run this at any time, because each chain has a lock.
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

/** Appends a block to an organization's chain. Returns whether there may be more changes to append. */
export async function chainBlock(db: DatabasePool, orgId: string, options: ChainOptions): Promise<boolean> {
  const { settleMs, most } = { ...usual, ...options };
  return db.transaction(async (tx) => {
    if (!(await tryLockChain(tx, orgId))) return false;
    // Reads the clock under the lock, because otherwise a block appended by another node could make the clock seem to
    // have gone back. Reads it before the changes, because otherwise a change committed in between would be skipped.
    const { before, clock } = await findSettled(tx, settleMs);
    const head = await findHead(tx, orgId);
    const wentBack = Date.parse(clock) < Date.parse(head.until_at);
    const count = await insertBlock(tx, orgId, head, { before, most, evenEmpty: wentBack });
    return wentBack || count === most;
  });
}

/**
 * Chains changes that precede the end of the chain but are in none of its blocks. Only for changes that an operator
 * has confirmed to be legitimate.
 */
export async function chainStragglers(db: DatabasePool, orgId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tryLockChain(tx, orgId))) return;
    const head = await findHead(tx, orgId);
    const before = await findFirstStraggler(tx, orgId);
    if (before !== undefined) await insertBlock(tx, orgId, head, { before, most: 0, evenEmpty: true });
  });
  while (await chainBlock(db, orgId, {}));
}
