import type pg from "pg";
import sqlTag, { type Sql } from "sql-template-tag";
import type { StatementSignal } from "./database-errors.ts";
import type { Database, Transaction } from "./pool/run-transaction.ts";
import type { Snapshot, StreamOptions } from "./pool/stream-rows.ts";

/** Tagged template: `${values}` become parameters; `${sql`…`}` fragments are spliced in. */
export const sql = sqlTag;
export { join, raw, type Sql } from "sql-template-tag";
export type { Database, Transaction } from "./pool/run-transaction.ts";

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
