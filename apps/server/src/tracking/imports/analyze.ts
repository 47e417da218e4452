import { type Database, sql } from "#platform/database/database.ts";

/** Refreshes the table's statistics, because an import may have doubled the table. */
export async function analyze(
  db: Database,
  table: "time_entries" | "changes" | "time_sums" | "import_keys" | "import_row_blocks",
): Promise<void> {
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
