import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { isConnectionError, UnknownCommitError } from "./database-errors.ts";
import type { SessionClient } from "./session-client.ts";

/** A transaction whose COMMIT was sent and not answered. */
export interface LostCommit {
  transactionId: string;
  history: string | undefined;
  error: Error;
}

/** Commits, or says what has to be settled. Rejects when the transaction has certainly failed. */
export async function commit(client: SessionClient, transactionId: string | null): Promise<LostCommit | undefined> {
  let command: string;
  try {
    ({ command } = await client.query("commit"));
  } catch (error) {
    // Only the server's own word tells what became of the COMMIT.
    const isServersWord = error instanceof pg.DatabaseError && !isConnectionError(error);
    if (isServersWord || transactionId === null) throw error;
    return { transactionId, history: client.history, error: error as Error };
  }
  if (command !== "COMMIT") throw new Error("the transaction was rolled back by an earlier, swallowed error");
  return undefined;
}

/**
 * The outcome of the transaction (docs/decisions/0012). Only the run of the server that gave it its number can tell:
 * after a crash or a promotion another transaction may have the same number.
 */
export async function settleCommit(
  pool: pg.Pool,
  lost: LostCommit,
  withinMs: number,
): Promise<"committed" | "aborted"> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), withinMs);
  try {
    while (!timeout.signal.aborted) {
      const status = await findStatus(pool, lost, timeout.signal).catch((error: unknown) => {
        if (!isConnectionError(error)) throw new UnknownCommitError({ cause: error });
      });
      if (status === "committed" || status === "aborted") return status;
      await pause(50);
    }
    throw new UnknownCommitError();
  } finally {
    clearTimeout(timer);
  }
}

async function findStatus(pool: pg.Pool, lost: LostCommit, timeout: AbortSignal): Promise<string | null> {
  const client = (await pool.connect()) as SessionClient & pg.PoolClient;
  let broken: Error | undefined;
  const destroy = () => client.connection.stream.destroy();
  timeout.addEventListener("abort", destroy);
  try {
    if (client.history === undefined || client.history !== lost.history)
      throw new Error("the server, or this run of it, is not the one that ran the transaction");
    // The message makes this statement a write. Where standbys confirm commits, its answer says that they have the
    // lost one too: the server itself calls a transaction committed before they do.
    const { rows } = await client.query(
      "select pg_xact_status($1::text::xid8) as status, pg_logical_emit_message(true, 'stint', '')",
      [lost.transactionId],
    );
    return rows[0].status;
  } catch (error) {
    if (isConnectionError(error)) broken = error as Error;
    throw error;
  } finally {
    timeout.removeEventListener("abort", destroy);
    client.release(broken);
  }
}
