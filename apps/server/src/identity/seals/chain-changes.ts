import type { DatabasePool } from "#platform/database/database.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
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
   * How old a change must be to be chained. Setting the clock back by less than this does no harm, as long as chains
   * are extended more often.
   */
  settleMs?: number;
  /** The maximum number of changes in a block. */
  most?: number;
  /** Called with the duration of each block; the next block waits for the returned promise. */
  pace?: (elapsedMs: number) => Promise<void>;
  signal?: AbortSignal | undefined;
}

const usual = { settleMs: 120_000, most: 1_000, pace: async () => undefined };

/**
 * Appends unchained changes to the chains of their organizations. Every node may run it at any time: a lock lets only
 * one extend a chain, with one transaction per block. Organizations take turns.
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

/** Appends a block to an organization's chain. Returns whether there may be more changes. */
export async function chainBlock(db: DatabasePool, orgId: string, options: ChainOptions): Promise<boolean> {
  const { settleMs, most } = { ...usual, ...options };
  return db.transaction(async (tx) => {
    if (!(await takeChain(tx, orgId))) return false;
    // Reads the clock under the lock, because a later reading by another node would look as if the clock had gone back.
    // Reads it before the changes, because one committed in between would be skipped.
    const { before, clock } = await findSettled(tx, settleMs);
    const head = await findHead(tx, orgId);
    const wentBack = Date.parse(clock) < Date.parse(head.until_at);
    const count = await insertBlock(tx, orgId, head, { before, most, evenEmpty: wentBack });
    return wentBack || count === most;
  });
}

/**
 * Chains changes that precede the end of a chain but are in none of its blocks, after an operator has confirmed that
 * they are legitimate.
 */
export async function chainStragglers(db: DatabasePool, orgId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await takeChain(tx, orgId))) return;
    const head = await findHead(tx, orgId);
    const before = await findFirstStraggler(tx, orgId);
    if (before !== undefined) await insertBlock(tx, orgId, head, { before, most: 0, evenEmpty: true });
  });
  while (await chainBlock(db, orgId, {}));
}
