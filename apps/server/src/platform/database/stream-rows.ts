import pg from "pg";
import Cursor from "pg-cursor";
import type { Sql } from "sql-template-tag";
import type { Loan } from "./borrow-connection.ts";
import { CancelledError, throwIfCancelled } from "./database-errors.ts";

export interface StreamOptions {
  /** How many rows come at once, and are held at most. */
  batchSize: number;
  signal?: AbortSignal | undefined;
}

// What the database puts an end to when we are no longer there to do it.
const longestMs = 3_600_000;

interface Source {
  borrow(signal?: AbortSignal): Promise<Loan>;
  batchTimeoutMs: number;
}

/** The batches of one statement, read through a portal on a connection that is borrowed meanwhile. */
export async function* streamRows<Row>(
  { borrow, batchTimeoutMs }: Source,
  statement: Sql,
  { batchSize, signal }: StreamOptions,
): AsyncGenerator<Row[], void> {
  const { cursor, failures } = openCursor<Row>(statement);
  const loan = await borrow(signal);
  let isReading = false;
  let isOverdue = false;
  let finishing: Promise<void> | undefined;
  const finish = () => (finishing ??= closeAndGiveBack(cursor, failures, loan));
  // Whoever holds a batch may never ask for the next one.
  const abort = () => (isReading ? loan.cancel() : void finish());

  async function read(): Promise<Row[]> {
    isReading = true;
    const timer = setTimeout(() => {
      isOverdue = true;
      loan.cancel();
    }, batchTimeoutMs);
    try {
      return await cursor.read(batchSize);
    } finally {
      clearTimeout(timer);
      isReading = false;
    }
  }

  signal?.addEventListener("abort", abort);
  try {
    // PostgreSQL's limit goes on counting while the reader of a batch takes its time, so ours counts instead.
    await loan.client.query(`begin read only; set local statement_timeout = ${longestMs}`);
    throwIfCancelled(signal);
    loan.client.query(cursor);
    for (;;) {
      const rows = await read();
      throwIfCancelled(signal);
      if (failures.unreadable !== undefined) throw failures.unreadable;
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
      throwIfCancelled(signal);
    }
  } catch (error) {
    if (signal?.aborted === true && !(error instanceof CancelledError)) throw new CancelledError({ cause: error });
    // As the database says it of any other statement.
    if (isOverdue && isCancellation(error)) error.message = "canceling statement due to statement timeout";
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
    await finish();
  }
}

function isCancellation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

interface Failures {
  /** The statement or the connection failed, and there is no cursor to close any more. */
  cursor?: Error;
  /** A value has no place in JavaScript. */
  unreadable?: unknown;
}

function openCursor<Row>({ text, values }: Sql): { cursor: Cursor<Row>; failures: Failures } {
  const failures: Failures = {};
  const cursor = new Cursor<Row>(text, values) as Cursor<Row> & { handleDataRow(message: unknown): void };
  cursor.on("error", (error: Error) => (failures.cursor ??= error));
  // The cursor reads values outside of any `try`: what their parsers throw would end the process.
  const handleDataRow = cursor.handleDataRow.bind(cursor);
  cursor.handleDataRow = (message) => {
    try {
      handleDataRow(message);
    } catch (error) {
      failures.unreadable ??= error;
    }
  };
  return { cursor, failures };
}

async function closeAndGiveBack(cursor: Cursor, failures: Failures, loan: Loan): Promise<void> {
  await loan.settle();
  try {
    if (failures.cursor === undefined) await closeCursor(cursor, loan.client);
    await loan.client.query("rollback");
    loan.release();
  } catch (error) {
    loan.release(error as Error);
  }
}

async function closeCursor(cursor: Cursor, client: pg.PoolClient): Promise<void> {
  // A connection that ends would never confirm it.
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.once("end", end);
  await Promise.race([cursor.close(), ended]);
  client.off("end", end);
}
