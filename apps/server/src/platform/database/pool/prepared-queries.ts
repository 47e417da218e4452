import { createHash } from "node:crypto";
import type pg from "pg";
import type { Sql } from "sql-template-tag";
import { readRows, TextQuery } from "#platform/database/fast-rows/row-reader.ts";

// Statements beyond this limit are not named: they are rare combinations of filters, and would only fill the server's
// memory.
export const namedStatementLimit = 500;

export type PreparedQueries = ReturnType<typeof createPreparedQueries>;

/** Prepares statements by name, so that the database plans each of them once per session. */
export function createPreparedQueries() {
  const names = new Map<string, string>();

  function prepare(statement: Sql, asBytes: boolean): TextQuery {
    const { text, values } = statement;
    let name = names.get(text);
    if (name === undefined && names.size < namedStatementLimit) {
      name = createHash("sha1").update(text).digest("base64url");
      names.set(text, name);
    }
    return new TextQuery(name === undefined ? { text, values } : { name, text, values }, asBytes);
  }

  function rowsOf<Row>(query: TextQuery, asBytes: boolean): Row[] {
    const rows = query.takeTexts();
    return asBytes ? (rows.texts as Row[]) : readRows<Row>(rows);
  }

  const on = (runner: pg.Pool | pg.PoolClient, asBytes = false) => {
    return async <Row>(statement: Sql): Promise<Row[]> => {
      const query = prepare(statement, asBytes);
      await new Promise<void>((resolve, reject) => {
        runner.query(query, (error: Error | null) => (error ? reject(error) : resolve()));
      });
      return rowsOf<Row>(query, asBytes);
    };
  };

  return {
    prepare,
    /** Returns the rows that a query has received. */
    rowsOf,
    /** Returns a function that runs statements on a pool or a connection. */
    on,
  };
}
