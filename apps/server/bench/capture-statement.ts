import type { Database, Sql } from "#platform/database/database.ts";

/** The statement that a query function of the product runs, without running it. */
export async function captureStatement(call: (db: Database) => Promise<unknown>): Promise<Sql> {
  let captured: Sql | undefined;
  const db: Database = {
    async query(statement) {
      captured = statement;
      return [];
    },
  };
  await call(db);
  if (captured === undefined) throw new Error("the query function ran no statement");
  return captured;
}
