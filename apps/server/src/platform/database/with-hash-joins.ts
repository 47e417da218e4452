import { sql, type Transaction } from "./database.ts";

/**
 * Runs statements without nested loops. For tables that were just filled, the planner has no statistics and expects few
 * rows, so it would compare each row with each other one.
 */
export async function withHashJoins<T>(tx: Transaction, run: () => Promise<T>): Promise<T> {
  await tx.query(sql`select set_config('enable_nestloop', 'off', true)`);
  const result = await run();
  await tx.query(sql`select set_config('enable_nestloop', 'on', true)`);
  return result;
}
