import pg from "pg";
import type { Sql } from "sql-template-tag";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { hourMs } from "#platform/days.ts";
import { currentWork } from "#platform/process/loop-turns.ts";
import type { Loan } from "./borrow-connection.ts";
import { CancelledError } from "#platform/concurrency/errors.ts";
import { closeCursor, createBatchReader, type OpenCursor, openCursor } from "./cursor.ts";
import { type StatementSignal, throwIfCancelled } from "#platform/database/database-errors.ts";

export interface StreamOptions {
  /** The number of rows per batch, which is also the maximum kept in memory. */
  batchSize: number;
  signal?: StatementSignal | undefined;
}

interface Source {
  borrow(signal?: StatementSignal): Promise<Loan>;
  batchTimeoutMs: number;
}

/** A snapshot of the database, read by several statements in turn. */
export interface Snapshot {
  query<Row>(statement: Sql): Promise<Row[]>;
  /** Like `DatabasePool.stream`. Closes an earlier stream that is still open. */
  stream<Row>(statement: Sql, options: { batchSize: number }): AsyncGenerator<Row[], void>;
  /** Returns the connection to the pool. */
  end(): Promise<void>;
}

const isolation = { statement: "", snapshot: "isolation level repeatable read" };

/** Streams the batches of one statement through a portal, on a borrowed connection. */
export async function* streamRows<Row>(
  source: Source,
  statement: Sql,
  { batchSize, signal }: StreamOptions,
): AsyncGenerator<Row[], void> {
  const reading = await beginReading(source, "statement", signal);
  try {
    yield* reading.stream<Row>(statement, { batchSize });
  } finally {
    await reading.end();
  }
}

/** Begins a read-only transaction on a borrowed connection; aborting the signal ends it. */
export async function beginReading(
  { borrow, batchTimeoutMs }: Source,
  of: keyof typeof isolation,
  signal: StatementSignal | undefined,
): Promise<Snapshot> {
  // Stores the current work, because a stream may request later batches outside the request's context.
  const work = currentWork();
  const loan = await borrow(signal);
  const batches = createBatchReader(loan, { batchTimeoutMs, work });
  let opened: OpenCursor | undefined;
  let ending: Promise<void> | undefined;
  const end = () => {
    if (signal !== undefined) signal.onabort = null;
    return (ending ??= closeAndGiveBack(opened, loan));
  };
  // Releases the connection now if no read is in progress, because the consumer may never ask for the next batch.
  const abort = () => (batches.isReading() ? loan.cancel() : void end());

  async function* stream<Row>(statement: Sql, { batchSize }: { batchSize: number }): AsyncGenerator<Row[], void> {
    throwIfCancelled(signal);
    if (opened !== undefined) await closeCursor(opened, loan.client);
    const { cursor } = (opened = openCursor(statement));
    try {
      throwIfCancelled(signal);
      loan.client.query(cursor);
      for (;;) {
        const rows = await batches.read<Row>(cursor, batchSize);
        throwIfCancelled(signal);
        if (rows.length > 0) yield rows;
        if (rows.length < batchSize) return;
        throwIfCancelled(signal);
      }
    } catch (error) {
      if (signal?.aborted === true && !(error instanceof CancelledError)) throw new CancelledError({ cause: error });
      // `isTimeout` recognizes a timeout by the database's message, so use that message.
      if (batches.isOverdue() && isCancellation(error)) error.message = "canceling statement due to statement timeout";
      throw error;
    }
  }

  if (signal !== undefined) signal.onabort = abort;
  try {
    // After an hour, the database ends the transaction, in case we no longer can.
    // PostgreSQL's timeouts keep running while the reader handles a batch, so our timer replaces them.
    await loan.client.query(
      `begin ${isolation[of]} read only; set local statement_timeout = ${hourMs};
       set local idle_in_transaction_session_timeout = ${hourMs}`,
    );
    throwIfCancelled(signal);
    return {
      query: <Row>(statement: Sql) => collect(stream<Row>(statement, { batchSize: rowsOfStatement })),
      stream,
      end,
    };
  } catch (error) {
    await end();
    if (signal?.aborted === true && !(error instanceof CancelledError)) throw new CancelledError({ cause: error });
    throw error;
  }
}

async function collect<Row>(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

function isCancellation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

async function closeAndGiveBack(opened: OpenCursor | undefined, loan: Loan): Promise<void> {
  await loan.settle();
  try {
    if (opened !== undefined) await closeCursor(opened, loan.client);
    await loan.client.query("rollback");
    loan.release();
  } catch (error) {
    loan.release(error as Error);
  }
}
