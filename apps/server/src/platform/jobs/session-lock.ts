import type pg from "pg";
import { type DatabasePool, sql } from "#platform/database/database.ts";

/** A lock that only one node at a time can have. */
export interface SessionLock {
  pool: DatabasePool;
  name: string;
}

/** Acquires a lock until the end of the session; returns false if another session has it. */
export async function tryLock(client: pg.ClientBase, name: string): Promise<boolean> {
  const text = "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken";
  const { rows } = await client.query<{ taken: boolean }>(text, [name]);
  return rows[0]?.taken === true;
}

/**
 * Runs `work` while a session has the lock; skips it if another session has the lock. If this node is killed, the
 * database releases the lock. `work` may acquire more locks with the session.
 */
export async function whileLocked<T>(
  { pool, name }: SessionLock,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T | undefined> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    if (!(await tryLock(client, name))) return undefined;
    const result = await work(client);
    await client.query("select pg_advisory_unlock_all()");
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A session that may still have a lock must not return to the pool.
    client.release(failure);
  }
}

/**
 * Terminates the sessions with this name when the signal aborts; otherwise the work would wait for their statements.
 */
export function endSessionsWith(signal: AbortSignal, pool: DatabasePool, applicationName: string): void {
  const others = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = ${applicationName} and pid <> pg_backend_pid()`;
  signal.addEventListener("abort", () => void pool.query(others).catch(() => undefined));
}
