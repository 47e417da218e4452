import type { Database, Sql } from "#platform/database/database.ts";

/** Returns the statement of one of the product's query functions without running it. */
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
