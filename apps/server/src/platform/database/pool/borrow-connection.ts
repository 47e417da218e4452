import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type StatementSignal, throwIfCancelled } from "#platform/database/database-errors.ts";
import {
  type ConnectionConfig,
  patience,
  retryMs,
  SessionClient,
} from "#platform/database/connection/session-client.ts";

const tries = 20;

/** A connection borrowed from the pool, whose statement can be cancelled in the database. */
export type Loan = Awaited<ReturnType<typeof borrowConnection>>;

/**
 * Borrows a connection from the pool; rejects with a `CancelledError` if the signal aborts before a connection is free.
 * `cancelOptions` configure the short-lived connections that send a cancellation.
 */
export async function borrowConnection(
  pool: pg.Pool,
  cancelOptions: ConnectionConfig,
  signal: StatementSignal | undefined,
) {
  throwIfCancelled(signal);
  const client = (await pool.connect()) as SessionClient & pg.PoolClient;
  if (signal?.aborted === true) {
    client.release();
    throwIfCancelled(signal);
  }
  let isReleased = false;
  let cancelling: Cancelling | undefined;

  function release(broken?: Error): void {
    if (!isReleased) client.release(broken);
    isReleased = true;
  }

  return {
    client,
    /** Returns the settled connection to the pool, or destroys a broken one. */
    release,
    /** Cancels the running statement; destroys the connection if the database cannot be reached. */
    cancel() {
      cancelling ??= startCancelling(client, cancelOptions, release);
    },
    /** Resolves when no late cancellation can hit the connection's next statement. */
    async settle() {
      await cancelling?.settle();
    },
  };
}

export type Cancelling = ReturnType<typeof startCancelling>;

/** Cancels the statement that a connection is running; calls `giveUp` if the database cannot be reached. */
export function startCancelling(client: SessionClient, options: ConnectionConfig, giveUp: (error: Error) => void) {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let isOver = false;

  // A cancellation that arrives before its statement has no effect, so repeat it.
  async function cancelUntilOver(): Promise<void> {
    for (let left = tries; !isOver; left--) {
      if (left === 0) throw new Error("the database did not end a cancelled statement");
      await cancelStatement(client, options);
      await Promise.race([over, pause(retryMs, undefined, { ref: false })]);
    }
  }

  const cancelled = cancelUntilOver().catch(giveUp);
  return {
    /**
     * Call this when the statement is over. Resolves when no late cancellation can hit the connection's next statement.
     */
    settle(): Promise<void> {
      isOver = true;
      end();
      return cancelled;
    },
  };
}

async function cancelStatement(target: SessionClient, options: ConnectionConfig): Promise<void> {
  const { host, port, backend } = target;
  const client = new SessionClient({ ...options, ...patience, hosts: [{ host, port }] });
  try {
    await client.connect();
    // A proxy may have connected us to another server, where another process has this id, so compare its start time
    // too.
    await client.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and backend_start = $2::timestamptz",
      [backend?.pid, backend?.startedAt],
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
