import { join, raw, type Sql } from "sql-template-tag";

/** Returns `a = $1, b = $2` for an UPDATE. The keys must be our column names, never a caller's text. */
export function assignments(columns: object): Sql {
  return join(Object.entries(columns).map(([name, value]) => join([raw(`${name} = `), join([value])], "")));
}
