import { sql, type Sql } from "./database.ts";

/**
 * Whether `column` is one of `values`. Compares a single value with `=`, because PostgreSQL keeps the plan of such a
 * statement, but plans a statement with a short array anew for every execution: for the lock on an entry that took longer than
 * the lock.
 */
export function oneOf(column: Sql, values: readonly string[]): Sql {
  const [value, ...others] = values;
  return others.length === 0 && value !== undefined ? sql`${column} = ${value}` : sql`${column} = any(${values})`;
}
