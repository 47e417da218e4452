import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { isConnectionError, UnknownCommitError } from "#platform/database/database-errors.ts";
import type { SessionClient } from "#platform/database/connection/session-client.ts";

/** A transaction whose COMMIT was sent but not acknowledged. */
export interface LostCommit {
  transactionId: string;
  history: string | undefined;
  error: Error;
}

/**
 * Finds the outcome of a lost commit (docs/decisions/0012). Only the server run that assigned the transaction id knows
 * the outcome: after a crash or a promotion, another transaction may have the same id.
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
      throw new Error("this server, or this run of it, is not the one that ran the transaction");
    // The message makes this statement a write. With synchronous replication, the reply then means that the standbys
    // have the lost commit too; `pg_xact_status` alone reports a commit before they confirm it.
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
