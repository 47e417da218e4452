import { type Sql, sql } from "./database.ts";

/**
 * Whether the column contains the text, ignoring case. Compares UTF-8 bytes, because `ilike` and `strpos` are quadratic
 * for near matches (`aaa…b` in `aaa…`) and took ten seconds for 10,000 long descriptions.
 */
export function contains(column: Sql, part: string): Sql {
  return sql`position(convert_to(lower(${part}), 'UTF8') in convert_to(lower(${column}), 'UTF8')) > 0`;
}

/** A condition that starts with `and`; empty without a text. */
export function containing(column: Sql, part: string | undefined): Sql {
  return part === undefined ? sql`` : sql`and ${contains(column, part)}`;
}
