import { type Database, sql } from "#platform/database/database.ts";

type Table = "time_entries" | "changes" | "time_sums" | "import_keys" | "import_row_blocks";

/** The maximum number of rows that are fast to process even with outdated statistics. */
const fewRows = 1_000;

/**
 * Refreshes the table's statistics after an import has written this many rows, because the import may have doubled the
 * table. Does nothing for few rows: all organizations share the table, so even the smallest import would wait, and make
 * others wait for its locks, while everybody's rows are sampled.
 */
export async function analyze(db: Database, table: Table, rows: number): Promise<void> {
  if (rows < fewRows) return;
  switch (table) {
    case "time_entries":
      return void (await db.query(sql`analyze time_entries`));
    case "changes":
      return void (await db.query(sql`analyze changes`));
    case "time_sums":
      return void (await db.query(sql`analyze time_sums`));
    case "import_keys":
      return void (await db.query(sql`analyze import_keys`));
    case "import_row_blocks":
      return void (await db.query(sql`analyze import_row_blocks, import_people, import_places`));
  }
}
