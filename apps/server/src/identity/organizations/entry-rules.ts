import { type Database, sql, type Transaction } from "#platform/database/database.ts";

/**
 * Locks the rules for entries (lock date, time zone, week start, currency, budgets) against changes until the
 * transaction ends. Must be the first statement of every transaction that writes entries.
 */
export async function holdEntryRules(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select hold_entry_rules(${orgId})`, { opens: true });
}

/**
 * Waits for every transaction that is writing entries, and blocks new ones until this transaction ends. Must be the
 * first statement of every transaction that changes the rules for entries.
 */
export async function changeEntryRules(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select change_entry_rules(${orgId})`);
}
