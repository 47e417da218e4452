import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#platform/database/database.ts";
import { isTemporarilyUnavailable } from "#platform/database/database-errors.ts";
import { type AttemptResult, recordResults } from "./result-queries.ts";

export interface ResultWriter {
  add(result: AttemptResult): void;
  /** The number of results not yet written. */
  size(): number;
  /** Resolves when everything added so far is written or given up. */
  flush(): Promise<void>;
}

interface Waiting {
  result: AttemptResult;
  addedAt: number;
}

const mostAtOnce = 1_000;
const gatherMs = 20;
const retryMs = 250;

/**
 * Writes results in batches. While the database is down it keeps them until their lease has expired: then another node
 * repeats the attempt.
 */
export function createResultWriter(
  db: Database,
  { nodeId, leaseMs, onError }: { nodeId: string; leaseMs: number; onError: (error: unknown) => void },
): ResultWriter {
  const waiting: Waiting[] = [];
  let added = 0;
  let done = 0;
  let isWriting = false;

  async function write(): Promise<void> {
    await pause(gatherMs);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce);
      const left = await writeBatch(batch);
      done += batch.length - left.length;
      // Locked deliveries go to the end of the line, because the lock may last.
      waiting.push(...left);
      if (left.length > 0) await pause(left.length === batch.length ? retryMs : gatherMs);
    }
    isWriting = false;
  }

  /** Returns the results to retry. */
  async function writeBatch(batch: Waiting[]): Promise<Waiting[]> {
    const oldest = performance.now() - leaseMs;
    try {
      const results = batch.map(({ result }) => result);
      const locked = new Set(await recordResults(db, nodeId, results));
      return locked.size === 0 ? [] : batch.filter(({ result, addedAt }) => locked.has(result) && addedAt > oldest);
    } catch (error) {
      onError(error);
      if (isTemporarilyUnavailable(error)) return batch.filter(({ addedAt }) => addedAt > oldest);
      // Splits the batch, so that one result refused by the database does not lose the others.
      const half = Math.ceil(batch.length / 2);
      if (batch.length === 1) return [];
      return [...(await writeBatch(batch.slice(0, half))), ...(await writeBatch(batch.slice(half)))];
    }
  }

  return {
    size: () => waiting.length,
    add(result) {
      added++;
      waiting.push({ result, addedAt: performance.now() });
      if (isWriting) return;
      isWriting = true;
      void write();
    },
    async flush() {
      for (const mark = added; done < mark;) await pause(gatherMs);
    },
  };
}
