import pg from "pg";
import type { Sql } from "sql-template-tag";
import { columnTypes } from "#platform/database/column-types.ts";
import {
  type ConnectionConfig,
  probeMs,
  SessionClient,
  type SessionOptions,
} from "#platform/database/connection/session-client.ts";
import type { DatabasePool, QueryOptions, Transaction } from "#platform/database/database.ts";
import type { StatementSignal } from "#platform/database/database-errors.ts";
import { readRows, TextQuery } from "#platform/database/fast-rows/row-reader.ts";
import { borrowConnection } from "./borrow-connection.ts";
import { createCancellableQuery } from "./cancellable-query.ts";
import { createPreparedQueries } from "./prepared-queries.ts";
import { runTransaction } from "./run-transaction.ts";
import { beginReading, streamRows } from "./stream-rows.ts";

export interface PoolOptions {
  connection: ConnectionConfig;
  poolSize: number;
  applicationName: string;
  /** The milliseconds after which the database cancels a statement. */
  statementTimeoutMs?: number;
  /** How long a statement waits for a connection, in milliseconds. */
  connectTimeoutMs?: number;
  /** How long the outcome of a lost COMMIT is sought: by default, for a connection and a question. */
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
  const { resolveCommitMs = 2 * probeMs, statementTimeoutMs = 15_000 } = options;
  const pool = openSessions(options, statementTimeoutMs);
  const queries = createPreparedQueries();
  const queryOnPool = queries.on(pool);
  const queryBytesOnPool = queries.on(pool, true);
  const cancelOptions = { ...options.connection, application_name: options.applicationName };
  const queryWithSignal = createCancellableQuery(pool, queries, cancelOptions);
  const borrow = (signal?: StatementSignal) => borrowConnection(pool, cancelOptions, signal);
  const transactions = { pool, queryOn: queries.on, resolveCommitMs };
  const source = { borrow, batchTimeoutMs: statementTimeoutMs };

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
