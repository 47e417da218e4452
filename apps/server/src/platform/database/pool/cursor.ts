import type pg from "pg";
import Cursor from "pg-cursor";
import type { Sql } from "sql-template-tag";
import { loopTurns } from "#platform/process/loop-turns.ts";
import type { Loan } from "./borrow-connection.ts";
import { asTexts, readRows, type TextRows } from "#platform/database/fast-rows/row-reader.ts";
import type { Texts } from "#platform/database/fast-rows/whole-rows.ts";

export interface OpenCursor {
  cursor: Cursor<Texts>;
  /** Set if the statement or the connection failed; there is then no cursor left to close. */
  failure?: Error;
}

export function openCursor({ text, values }: Sql): OpenCursor {
  const opened: OpenCursor = { cursor: new Cursor<Texts>(text, values, asTexts) };
  opened.cursor.on("error", (error: Error) => (opened.failure ??= error));
  return opened;
}

function readTexts(cursor: Cursor<Texts>, batchSize: number): Promise<TextRows> {
  return new Promise((resolve, reject) =>
    cursor.read(batchSize, (error, texts, result?: pg.QueryResult) =>
      error ? reject(error) : resolve({ fields: result?.fields ?? [], texts }),
    ),
  );
}

export async function closeCursor({ cursor, failure }: OpenCursor, client: pg.PoolClient): Promise<void> {
  if (failure !== undefined) return;
  // Stops waiting if the connection ends, because an ended connection never confirms the close.
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.once("end", end);
  await Promise.race([cursor.close(), ended]);
  client.off("end", end);
}

/** Reads the batches of cursors on a connection, each within `batchTimeoutMs`. The CPU time counts towards `work`. */
export function createBatchReader(loan: Loan, { batchTimeoutMs, work }: { batchTimeoutMs: number; work: string }) {
  let isReading = false;
  let isOverdue = false;

  return {
    async read<Row>(cursor: Cursor<Texts>, batchSize: number): Promise<Row[]> {
      isReading = true;
      const timer = setTimeout(() => {
        isOverdue = true;
        loan.cancel();
      }, batchTimeoutMs);
      try {
        const texts = await readTexts(cursor, batchSize);
        loopTurns.noteWork(work);
        return readRows<Row>(texts);
      } finally {
        clearTimeout(timer);
        isReading = false;
      }
    },
    isReading: (): boolean => isReading,
    /** Whether a batch has taken too long, so that its statement was cancelled. */
    isOverdue: (): boolean => isOverdue,
  };
}
