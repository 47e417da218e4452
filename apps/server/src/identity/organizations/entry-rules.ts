import { type Database, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

export const entryRuleNames = [
  "requireDescription",
  "requireTag",
  "overlaps",
  "latestDays",
  "longestTimerSeconds",
] as const;
export type EntryRule = (typeof entryRuleNames)[number];

/** An organization's rules for entries. */
interface EntryRules {
  requireDescription: boolean;
  requireTag: boolean;
  overlaps: "allow" | "refuse";
  latestDays: number | null;
  longestTimerSeconds: number | null;
}

const off: EntryRules = {
  requireDescription: false,
  requireTag: false,
  overlaps: "allow",
  latestDays: null,
  longestTimerSeconds: null,
};

/** The active rules, in stored form. */
export type RulesInForce = Partial<EntryRules>;

export function toEntryRules(stored: RulesInForce | null | undefined): EntryRules {
  return { ...off, ...stored };
}

/** The value to store for these rules: null if all are off. */
export function rulesInForce(rules: EntryRules): RulesInForce | null {
  const on = entryRuleNames.filter((name) => rules[name] !== off[name]);
  // Sorts the keys like jsonb, so a stored value and an equal wanted one have the same text.
  const inOrder = on.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return on.length === 0 ? null : Object.fromEntries(inOrder.map((name) => [name, rules[name]]));
}

/** The rules in force for a transaction that writes entries, with the time zone in which days are judged. */
export type HeldRules = RulesInForce & {
  timeZone: string;
  /** The members who cannot submit timesheets until the transaction ends; absent if there can be no timesheets. */
  heldMembers?: string[];
};

/** The members whose time a transaction writes: the owners of these entries, and these members. */
export interface WrittenTime {
  entryIds?: string[];
  userIds?: string[];
}

/**
 * Locks the rules for entries (lock date, time zone, week start, currency, budgets, `entryRules`, `approvals`) against
 * changes until the transaction ends, and the time that it writes against submissions. Returns the rules in force;
 * undefined if there are no `entryRules` and no timesheets. Must be the first statement of every transaction that
 * writes entries.
 */
export async function holdEntryRules(
  tx: Transaction,
  orgId: string,
  { entryIds = [], userIds = [] }: WrittenTime = {},
): Promise<HeldRules | undefined> {
  const statement = sql`select open_entry_writes(${orgId}, ${entryIds}, ${userIds}) as rules`;
  return one(await tx.query<{ rules: HeldRules | null }>(statement, { opens: true })).rules ?? undefined;
}

/**
 * Locks the time of all members against submissions until the transaction ends, for writes that may affect any entry.
 */
export async function holdTimesheets(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select hold_timesheets(${orgId})`);
}

/**
 * Waits for every transaction that is writing entries, and blocks new ones until this transaction ends. Must be the
 * first statement of every transaction that changes the rules for entries.
 */
export async function changeEntryRules(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select change_entry_rules(${orgId})`);
}

/** The names of the organization's rules in force, as a text[]; evaluated once per statement, and only if needed. */
export function namesInForce(orgId: string): Sql {
  return sql`array(select jsonb_object_keys(entry_rules) from organizations where id = ${orgId})`;
}
