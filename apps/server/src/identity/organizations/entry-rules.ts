import { type Database, sql } from "#platform/database/database.ts";

/**
 * Locks the rules of entries (lock date, time zone, week start, currency, budgets) against changes until the
 * transaction ends. The first statement of every transaction that writes entries.
 */
export async function holdEntryRules(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select hold_entry_rules(${orgId})`);
}

/**
 * Waits for every transaction that is writing entries. The first statement of every transaction that changes their
 * rules.
 */
export async function changeEntryRules(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select change_entry_rules(${orgId})`);
}
