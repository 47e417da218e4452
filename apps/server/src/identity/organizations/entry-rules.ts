import { type Database, sql } from "#platform/database/database.ts";

/**
 * Keeps the rules that entries are written under (lock date, time zone, week start, currency, budgets) as they are until
 * the transaction ends. The first statement of every transaction that writes entries.
 */
export async function holdEntryRules(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select hold_entry_rules(${orgId})`);
}

/** Waits for every transaction that is writing entries. The first statement of every one that changes their rules. */
export async function changeEntryRules(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select change_entry_rules(${orgId})`);
}
