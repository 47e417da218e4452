import { sql, type Sql } from "./database.ts";

/**
 * Returns the condition that `column` is one of `values`. A single value is compared with `=`, because PostgreSQL then
 * reuses the statement's plan. It would plan a statement with an array of one each time, which takes longer than to
 * lock an entry.
 */
export function oneOf(column: Sql, values: readonly string[]): Sql {
  const [value, ...others] = values;
  return others.length === 0 && value !== undefined ? sql`${column} = ${value}` : sql`${column} = any(${values})`;
}
