import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool, Sql } from "#platform/database/database.ts";
import { sql } from "#platform/database/database.ts";

/** An open transaction on a second connection. The test must end it. */
export interface Held {
  query(statement: Sql): Promise<void>;
  /** Resolves once at least `sessions` sessions are waiting for a lock that this transaction holds. */
  untilItBlocks(sessions: number): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Opens a transaction on a separate connection, runs the statement in it, and leaves it uncommitted. */
export async function hold(db: DatabasePool, statement: Sql): Promise<Held> {
  const client = await db.connect();
  await client.query("begin");
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const pid: number = rows[0].pid;
  const query = async ({ text, values }: Sql) => void (await client.query({ text, values }));
  const end = (word: "commit" | "rollback") => async () => {
    await client.query(word);
    client.release();
  };
  await query(statement);
  return {
    query,
    commit: end("commit"),
    rollback: end("rollback"),
    async untilItBlocks(sessions) {
      await waitFor(async () => {
        const waiting = sql`select pid from pg_stat_activity where ${pid}::integer = any(pg_blocking_pids(pid))`;
        return (await db.query(waiting)).length >= sessions;
      });
    },
  };
}

/** Returns the pids of the sessions of this database that are waiting for a lock. */
export async function listBlocked(db: DatabasePool): Promise<number[]> {
  const blocked = await db.query<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
  return blocked.map(({ pid }) => pid);
}

/**
 * Polls until the condition is true. Throws after five minutes, in case something hangs. Polls less and less often,
 * because each poll takes CPU time from the work that the test waits for.
 */
export async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > 5 * 60_000) throw new Error(`the condition was not met within five minutes: ${String(condition)}`);
    await pause(Math.min(5 + waitedMs / 20, 25));
  }
}
