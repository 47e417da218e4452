import { type Database, raw, sql } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";

/**
 * Refreshes the tables' statistics after an import has written this many rows, because the import may have doubled the
 * tables. Does nothing for few rows: all organizations share the tables, so even the smallest import would wait, and
 * make others wait for its locks, while everybody's rows are sampled.
 */
export async function analyze(db: Database, tables: string, rows: number): Promise<void> {
  // Fewer rows are fast to process even with outdated statistics.
  if (rows >= rowsOfStatement) await db.query(sql`analyze ${raw(tables)}`);
}
