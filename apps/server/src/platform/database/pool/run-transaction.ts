import pg from "pg";
import sql, { type Sql } from "sql-template-tag";
import { isConnectionError } from "#platform/database/database-errors.ts";
import type { SessionClient } from "#platform/database/connection/session-client.ts";
import { type LostCommit, settleCommit } from "./settle-commit.ts";

/** Runs statements, either on the pool or in an open transaction. Query functions never know which. */
export interface Database {
  /** Runs one statement as a prepared statement and returns its rows. */
  query<Row>(statement: Sql): Promise<Row[]>;
}

export interface Transaction extends Database {
  /** Exists only on transactions, so that a function can require a transaction. */
  readonly inTransaction: true;
  /** Statements sent without awaiting each other share a single round trip, and run in order. */
  query<Row>(statement: Sql, options?: StatementOptions): Promise<Row[]>;
}

interface StatementOptions {
  /** Sends the statement together with BEGIN. The statement runs even if BEGIN fails, so it must only read and lock. */
  opens?: boolean;
  /** Sends the statement together with COMMIT, so it returns no rows. If it fails, so does the transaction. */
  closes?: boolean;
}

interface Transactions {
  pool: pg.Pool;
  queryOn: (client: pg.PoolClient) => <Row>(statement: Sql) => Promise<Row[]>;
  resolveCommitMs: number;
}

const transactionTries = 4;

/** Runs `run` between BEGIN and COMMIT. Retries after a deadlock or serialization failure. */
export async function runTransaction<T>(transactions: Transactions, run: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(transactions, run);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      const mayTryAgain = code === "40001" || code === "40P01";
      if (!mayTryAgain || tries === transactionTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries));
    }
  }
}

async function attempt<T>(
  { pool, queryOn, resolveCommitMs }: Transactions,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = (await pool.connect()) as SessionClient & pg.PoolClient;
  let broken: Error | undefined;
  let lost: LostCommit | undefined;
  let result: T;
  setPipeline(client, true);
  try {
    const { tx, commit } = begin(client, queryOn(client));
    result = await run(tx);
    lost = await commit();
    broken = lost?.error;
  } catch (error) {
    if (isConnectionError(error)) broken = error as Error;
    else await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    setPipeline(client, false);
    client.release(broken);
  }
  // Releases the connection before looking up the outcome: a failing server loses all of the pool's commits at once,
  // and the lookups need connections.
  if (lost !== undefined && (await settleCommit(pool, lost, resolveCommitMs)) === "aborted") throw lost.error;
  return result;
}

/** Sends BEGIN. Returns the transaction, and the function that commits it. */
function begin(client: SessionClient, query: Database["query"]) {
  const begun = client.query("begin");
  let isOpen = false;
  begun.then(
    () => (isOpen = true),
    () => undefined,
  );
  /** The transaction's id, once it has one. Only the id reveals the outcome of a lost COMMIT. */
  let id: string | null = null;
  let idIsRead: Promise<void> | undefined;
  let closingFailure: unknown;
  const readId = () =>
    query<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text as id`).then(
      ([row]) => void (id ??= row?.id ?? null),
      () => undefined,
    );
  const tx: Transaction = {
    inTransaction: true,
    async query<Row>(statement: Sql, { opens = false, closes = false }: StatementOptions = {}) {
      if (!isOpen && !opens) await begun;
      const running = query<Row>(statement);
      // Sent along with each statement until the transaction has an id, so that it costs no round trip.
      if (id === null && !opens) idIsRead = readId();
      if (closes) {
        running.catch((error: unknown) => (closingFailure = error));
        return [];
      }
      const rows = await running;
      await idIsRead;
      return rows;
    },
  };

  /** Returns the lost commit if the outcome is unknown. Rejects if the transaction has certainly failed. */
  async function commit(): Promise<LostCommit | undefined> {
    await begun;
    if (id === null) await idIsRead;
    let command: string;
    try {
      ({ command } = await client.query("commit"));
    } catch (error) {
      // Only an error sent by the server itself reveals the outcome of the COMMIT.
      const isServersWord = error instanceof pg.DatabaseError && !isConnectionError(error);
      if (isServersWord || id === null) throw error;
      return { transactionId: id, history: client.history, error: error as Error };
    }
    if (command !== "COMMIT")
      throw closingFailure ?? new Error("the transaction was rolled back by an earlier, swallowed error");
    return undefined;
  }

  return { tx, commit };
}

/**
 * Switches pipelining on or off. A pipelined client sends statements without waiting for earlier replies. Only
 * transactions use it, because cursors don't support it.
 */
function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  (client as { pipeline?: boolean }).pipeline = pipeline;
}
