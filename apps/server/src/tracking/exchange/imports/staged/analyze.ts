import { type Database, raw, sql } from "#platform/database/database.ts";

/** The maximum number of rows that are fast to process even with outdated statistics. */
const fewRows = 1_000;

/**
 * Refreshes the tables' statistics after an import has written this many rows, because the import may have doubled the
 * tables. Does nothing for few rows: all organizations share the tables, so even the smallest import would wait, and
 * make others wait for its locks, while everybody's rows are sampled.
 */
export async function analyze(db: Database, tables: string, rows: number): Promise<void> {
  if (rows >= fewRows) await db.query(sql`analyze ${raw(tables)}`);
}
