import pg from "pg";
import Cursor from "pg-cursor";
import type { Sql } from "sql-template-tag";
import { currentWork, loopTurns } from "#platform/loop-turns.ts";
import type { Loan } from "./borrow-connection.ts";
import { CancelledError } from "#platform/concurrency/errors.ts";
import { type StatementSignal, throwIfCancelled } from "./database-errors.ts";
import { asTexts, type ReadRows, type TextRows } from "./fast-rows/row-reader.ts";
import type { Texts } from "./fast-rows/whole-rows.ts";

export interface StreamOptions {
  /** The number of rows per batch, which is also the maximum kept in memory. */
  batchSize: number;
  signal?: StatementSignal | undefined;
}

// After this time the database ends the transaction, in case we no longer can.
const longestMs = 3_600_000;

interface Source {
  borrow(signal?: StatementSignal): Promise<Loan>;
  readRows: ReadRows;
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
  { borrow, readRows, batchTimeoutMs }: Source,
  of: keyof typeof isolation,
  signal: StatementSignal | undefined,
): Promise<Snapshot> {
  // A stream may request later batches outside the request's context.
  const work = currentWork();
  const loan = await borrow(signal);
  let opened: OpenCursor | undefined;
  let isReading = false;
  let isOverdue = false;
  let ending: Promise<void> | undefined;
  const end = () => {
    if (signal !== undefined) signal.onabort = null;
    return (ending ??= closeAndGiveBack(opened, loan));
  };
  // Releases the connection now if no read is in progress, because the consumer may never ask for the next batch.
  const abort = () => (isReading ? loan.cancel() : void end());

  async function read<Row>(cursor: Cursor<Texts>, batchSize: number): Promise<Row[]> {
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
  }

  async function* stream<Row>(statement: Sql, { batchSize }: { batchSize: number }): AsyncGenerator<Row[], void> {
    throwIfCancelled(signal);
    if (opened !== undefined) await closeCursor(opened, loan.client);
    const { cursor } = (opened = openCursor(statement));
    try {
      throwIfCancelled(signal);
      loan.client.query(cursor);
      for (;;) {
        const rows = await read<Row>(cursor, batchSize);
        throwIfCancelled(signal);
        if (rows.length > 0) yield rows;
        if (rows.length < batchSize) return;
        throwIfCancelled(signal);
      }
    } catch (error) {
      if (signal?.aborted === true && !(error instanceof CancelledError)) throw new CancelledError({ cause: error });
      // The message that the database uses when any other statement reaches its timeout.
      if (isOverdue && isCancellation(error)) error.message = "canceling statement due to statement timeout";
      throw error;
    }
  }

  async function query<Row>(statement: Sql): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const batch of stream<Row>(statement, { batchSize: 1_000 })) rows.push(...batch);
    return rows;
  }

  if (signal !== undefined) signal.onabort = abort;
  try {
    // PostgreSQL's timeouts keep running while the reader handles a batch, so our timer replaces them.
    await loan.client.query(
      `begin ${isolation[of]} read only; set local statement_timeout = ${longestMs};
       set local idle_in_transaction_session_timeout = ${longestMs}`,
    );
    throwIfCancelled(signal);
    return { query, stream, end };
  } catch (error) {
    await end();
    if (signal?.aborted === true && !(error instanceof CancelledError)) throw new CancelledError({ cause: error });
    throw error;
  }
}

function isCancellation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

interface OpenCursor {
  cursor: Cursor<Texts>;
  /** The statement or the connection failed, so there is no cursor left to close. */
  failure?: Error;
}

function openCursor({ text, values }: Sql): OpenCursor {
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

async function closeCursor({ cursor, failure }: OpenCursor, client: pg.PoolClient): Promise<void> {
  if (failure !== undefined) return;
  // A connection that ends would never confirm the close.
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.once("end", end);
  await Promise.race([cursor.close(), ended]);
  client.off("end", end);
}
