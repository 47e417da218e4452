import pg from "pg";
import sqlTag, { type Sql } from "sql-template-tag";
import { borrowConnection } from "./borrow-connection.ts";
import { columnTypes, parserOf } from "./column-types.ts";
import type { StatementSignal } from "./database-errors.ts";
import { type ConnectionConfig, SessionClient, type SessionOptions } from "./session-client.ts";
import { createCancellableQuery } from "./cancellable-query.ts";
import { createPreparedQueries } from "./prepared-queries.ts";
import { type Database, runTransaction, type Transaction } from "./run-transaction.ts";
import { createRowReader, TextQuery } from "./fast-rows/row-reader.ts";
import { beginReading, type Snapshot, type StreamOptions, streamRows } from "./stream-rows.ts";

/** Tagged template: `${values}` become parameters; `${sql`…`}` fragments are spliced in. */
export const sql = sqlTag;
export { join, raw, type Sql } from "sql-template-tag";
export type { Database, Transaction } from "./run-transaction.ts";

export interface QueryOptions {
  signal?: StatementSignal | undefined;
  /**
   * Returns each value as the database's bytes, one character per byte, so replies can be built directly from them
   * (`json-of-bytes.ts`).
   */
  asBytes?: boolean;
}

export interface DatabasePool extends Database {
  /**
   * Like `Database.query`. Aborting the signal cancels the statement in the database and rejects with a
   * `CancelledError`; if the signal is already aborted, nothing runs.
   */
  query<Row>(statement: Sql, options?: QueryOptions): Promise<Row[]>;
  /**
   * Runs one statement in a read-only transaction when it is iterated, and yields its rows in non-empty batches.
   * Occupies a connection until the iteration ends, fails or is aborted (`CancelledError`). Each batch is subject to
   * the same timeout as a statement. All batches together, including their processing, may take at most an hour.
   */
  stream<Row>(statement: Sql, options: StreamOptions): AsyncIterable<Row[]>;
  /**
   * Takes a snapshot of the database for several consecutive streams. Occupies a connection until the snapshot is ended
   * or aborted.
   */
  snapshot(options?: QueryOptions): Promise<Snapshot>;
  /**
   * Runs `run` between BEGIN and COMMIT. Deadlocks and serialization failures are retried, so `run` must change nothing
   * but the database. If the connection is lost during COMMIT, the outcome is looked up; if that fails, rejects with
   * `UnknownCommitError`.
   */
  transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** How many milliseconds to spend finding the outcome of a lost commit before it counts as unknown. */
  readonly resolveCommitMs: number;
  /** The maximum number of the pool's connections. */
  readonly size: number;
  usage(): PoolUsage;
  /** Takes one connection out of the pool for session-level work such as migrations and listening. */
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** The current state of a pool's connections. */
export interface PoolUsage {
  open: number;
  busy: number;
  /** The number of statements and transactions that wait for a connection. */
  waiting: number;
}

export interface PoolOptions {
  connection: ConnectionConfig;
  poolSize: number;
  applicationName: string;
  /** The milliseconds after which the database cancels a statement. */
  statementTimeoutMs?: number;
  /** How long a statement waits for a connection, in milliseconds. */
  connectTimeoutMs?: number;
  resolveCommitMs?: number;
  /** Session settings in addition to the mandatory ones. */
  settings?: Record<string, string>;
  /**
   * Whether to keep unused sessions for a minute, not ten seconds: starting one takes up to 60 ms on a busy machine.
   */
  keepsSessions?: boolean;
  onIdleError?: (error: Error) => void;
}

const sessionSettings = { lock_timeout: "10s", idle_in_transaction_session_timeout: "30s" };
const noOptions: QueryOptions = {};

export function openPool(options: PoolOptions): DatabasePool {
  const { resolveCommitMs = 8_000, statementTimeoutMs = 15_000 } = options;
  const pool = openSessions(options, statementTimeoutMs);
  const readRows = createRowReader(parserOf);
  const queries = createPreparedQueries(readRows);
  const queryOnPool = queries.on(pool);
  const queryBytesOnPool = queries.on(pool, true);
  const cancelOptions = { ...options.connection, application_name: options.applicationName };
  const queryWithSignal = createCancellableQuery(pool, queries, cancelOptions);
  const borrow = (signal?: StatementSignal) => borrowConnection(pool, cancelOptions, signal);
  const transactions = { pool, queryOn: queries.on, resolveCommitMs };
  const source = { borrow, readRows, batchTimeoutMs: statementTimeoutMs };

  return {
    query(statement, { signal, asBytes = false }: QueryOptions = noOptions) {
      if (signal !== undefined) return queryWithSignal(statement, signal, asBytes);
      return asBytes ? queryBytesOnPool(statement) : queryOnPool(statement);
    },
    stream: (statement, streamOptions) => streamRows(source, statement, streamOptions),
    snapshot: ({ signal } = noOptions) => beginReading(source, "snapshot", signal),
    resolveCommitMs,
    size: options.poolSize,
    usage: () => ({ open: pool.totalCount, busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    connect: () => pool.connect(),
    end: () => pool.end(),
    transaction: (run) => runTransaction(transactions, run),
  };
}

/** Returns the transaction that is open on a connection from the pool, for functions that take a `Transaction`. */
export function transactionOn(client: pg.PoolClient): Transaction {
  const readRows = createRowReader(parserOf);
  return {
    inTransaction: true,
    async query<Row>({ text, values }: Sql): Promise<Row[]> {
      const query = new TextQuery({ text, values });
      await new Promise<void>((resolve, reject) => {
        client.query(query, (error: Error | null) => (error ? reject(error) : resolve()));
      });
      return readRows<Row>(query.takeTexts());
    },
  };
}

function openSessions(options: PoolOptions, statementTimeoutMs: number): pg.Pool {
  const { connection, poolSize, applicationName, settings } = options;
  const sessions: SessionOptions = {
    ...connection,
    application_name: applicationName,
    settings: { ...sessionSettings, statement_timeout: `${statementTimeoutMs}ms`, ...settings },
    // pg's query_timeout would detect a vanished server sooner, but its timer per statement keeps results alive until
    // they reach the old heap: a list page took twice the CPU time.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes,
  };
  const pool = new pg.Pool({
    ...sessions,
    Client: SessionClient as unknown as new () => pg.ClientBase,
    max: poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: options.keepsSessions === true ? 60_000 : 10_000,
  });
  pool.on("error", options.onIdleError ?? (() => undefined));
  return pool;
}
