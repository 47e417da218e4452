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

/** The rules that are on, as stored. */
export type RulesInForce = Partial<EntryRules>;

export function toEntryRules(stored: RulesInForce | null | undefined): EntryRules {
  return { ...off, ...stored };
}

/** Returns the value to store; null if all rules are off. */
export function rulesInForce(rules: EntryRules): RulesInForce | null {
  const on = entryRuleNames.filter((name) => rules[name] !== off[name]);
  // Sorts the keys as jsonb does, so equal rules have the same JSON text, whether stored or new.
  const inOrder = on.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return on.length === 0 ? null : Object.fromEntries(inOrder.map((name) => [name, rules[name]]));
}

/** The rules that are on, and the time zone that determines the day of an entry. */
export type LockedRules = RulesInForce & {
  timeZone: string;
  /**
   * The members who cannot submit timesheets until the transaction ends; undefined if the organization has no
   * timesheets.
   */
  heldMembers?: string[];
};

/** The members whose entries a transaction writes: the owners of `entryIds`, and `userIds`. */
export interface WrittenTime {
  entryIds?: string[];
  userIds?: string[];
}

/**
 * Until the transaction ends, prevents changes to the rules for entries (lock date, time zone, week start, currency,
 * budgets, `entryRules`, `approvals`), and prevents the members whose entries are written from submitting timesheets.
 * Returns the rules that are on; undefined if the organization has neither `entryRules` nor timesheets. Must be the
 * first statement of every transaction that writes entries.
 */
export async function lockEntryRules(
  tx: Transaction,
  orgId: string,
  { entryIds = [], userIds = [] }: WrittenTime = {},
): Promise<LockedRules | undefined> {
  const statement = sql`select open_entry_writes(${orgId}, ${entryIds}, ${userIds}) as rules`;
  return one(await tx.query<{ rules: LockedRules | null }>(statement, { opens: true })).rules ?? undefined;
}

/**
 * Prevents all changes of timesheets' states until the transaction ends. Needed for writes that may affect any entry.
 */
export async function lockTimesheets(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select hold_timesheets(${orgId})`);
}

/**
 * Waits for every transaction that is writing entries, and blocks new ones until this transaction ends. Must be the
 * first statement of every transaction that changes the rules for entries.
 */
export async function changeEntryRules(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select change_entry_rules(${orgId})`);
}

/**
 * Returns SQL for the names of the rules that are on, as a text[]. PostgreSQL evaluates it once per statement, and only
 * if needed.
 */
export function namesInForce(orgId: string): Sql {
  return sql`array(select jsonb_object_keys(entry_rules) from organizations where id = ${orgId})`;
}
