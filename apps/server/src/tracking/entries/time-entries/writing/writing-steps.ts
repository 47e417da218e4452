import type { Actor } from "#identity/access.ts";
import { type LockedRules, lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { TryAgainError, violates } from "#platform/database/database-errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { MeasuredPeriod } from "#tracking/ledger/budgets/measure-budgets.ts";
import { type LockedBudgets, lockBudgets, type Place, settleBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import type { WrittenEntry } from "./find-blocked.ts";
import {
  freeRefs,
  listRefHolders,
  lockTimeEntries,
  type TimeEntryRow,
} from "#tracking/entries/time-entries/queries.ts";
import { refTaken } from "#tracking/entries/time-entries/refuse-time-entry.ts";
import { type Rewrite, rewriteAndRead } from "./rewrite-time-entries.ts";

/** A written entry, or the error that refuses it. If there is an error, the transaction must be rolled back. */
export type Outcome = TimeEntryRow | AppError;

/** The result of `run`, or the AppError that it throws. */
export function outcomeOf<Result>(run: () => Result): Result | AppError {
  try {
    return run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

export function isAccepted<Result>(result: Result | AppError): result is Result {
  return !(result instanceof AppError);
}

/** The outcome of a request for a single entry. Throws the error if the entry was refused. */
export function onlyRow([outcome]: Outcome[]): TimeEntryRow {
  if (outcome === undefined || outcome instanceof AppError) throw outcome ?? new Error("each entry has an outcome");
  return outcome;
}

/**
 * The first step of every write to existing entries. Locks the rules for entries, then the entries, then the budgets of
 * their current projects and of `movesTo`. Takes a single round trip if there are no budgets.
 *
 * `isShared` leaves out locked entries instead of waiting for them, and only reads the budgets; the lock on the rules
 * prevents new budgets.
 */
export async function openTimeEntries(
  tx: Transaction,
  orgId: string,
  ids: string[],
  movesTo: { projectIds: string[]; userIds: string[] } = { projectIds: [], userIds: [] },
  isShared = false,
): Promise<{ rules: LockedRules | undefined; opened: Map<string, TimeEntryRow>; held: LockedBudgets }> {
  const [rules, rows, held] = await Promise.all([
    lockEntryRules(tx, orgId, { entryIds: ids, userIds: movesTo.userIds }),
    lockTimeEntries(tx, orgId, ids, isShared),
    lockBudgets(tx, orgId, movesTo.projectIds, ids, !isShared),
  ]);
  // An entry was moved to another member after this transaction had locked the entries' members. A retry locks the new
  // member too.
  if (rules?.heldMembers !== undefined && rows.some((row) => rules.heldMembers?.includes(row.user_id) !== true))
    throw new TryAgainError();
  return { rules, opened: new Map(rows.map((row) => [row.id, row])), held };
}

/** A change to an entry's external reference. Restoring an entry changes it from null to the former reference. */
export interface RefChange {
  id: string;
  from: string | null;
  to: string | null;
}

/**
 * Returns the errors for entries whose new reference is in use when the changes take effect in order. First clears the
 * references that move between these entries, because the unique constraint checks each row immediately.
 */
export async function passRefs(tx: Transaction, orgId: string, changes: RefChange[]): Promise<Map<string, AppError>> {
  const changing = changes.filter(({ from, to }) => from !== to);
  const wanted = changing.flatMap(({ to }) => to ?? []);
  const refused = new Map<string, AppError>();
  if (wanted.length === 0) return refused;
  const holders = await listRefHolders(tx, orgId, wanted);
  const givers = new Set(holders.values());
  for (const { id, from, to } of changing) {
    const holder = to === null ? undefined : holders.get(to);
    if (holder !== undefined && holder !== id) {
      refused.set(id, refTaken("/externalRef"));
      continue;
    }
    if (from !== null) holders.delete(from);
    if (to !== null) holders.set(to, id);
  }
  const freed = changing.flatMap(({ id }) => (givers.has(id) && !refused.has(id) ? id : []));
  if (freed.length > 0) await freeRefs(tx, orgId, freed);
  return refused;
}

/**
 * Writes the entries, their sums and their change rows, and settles budgets. Returns the entries in the order of
 * `before`, and the budget period of each project and start.
 */
export async function storeWrites<Columns extends Record<string, string>>(
  tx: Transaction,
  actor: Actor,
  held: LockedBudgets,
  before: TimeEntryRow[],
  rewrite: Rewrite<Columns>,
): Promise<{ written: Required<Omit<WrittenEntry, "isRefusable">>[]; settled: Map<Place, MeasuredPeriod> }> {
  if (before.length === 0) return { written: [], settled: new Map() };
  const rows = await rewriteAndRead(tx, actor, rewrite).catch((error: unknown) => {
    // Another transaction took the reference after the check. A retry will find the entry that has it.
    throw violates(error, "time_entries_external_ref_key") ? new TryAgainError() : error;
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const written = before.map((was) => {
    const is = byId.get(was.id);
    if (is === undefined) throw new Error("a locked entry was not written");
    return { was, is };
  });
  const counted = written.map(({ was, is }): Partial<Record<"was" | "is", TimeEntryRow>> => {
    if (rewrite.action === "time_entry.deleted") return { was };
    return rewrite.action === "time_entry.restored" ? { is } : { was, is };
  });
  const places = counted.flatMap(({ was, is }) => [was ?? [], is ?? []].flat());
  return { written, settled: await settleBudgets(tx, actor, held, places) };
}
