import type { Origin } from "#identity/history/record-change.ts";
import { TryAgainError, violates } from "#platform/database/database-errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { AppError } from "#platform/errors.ts";
import { limitOf, usedOf } from "#tracking/budgets/budget-state.ts";
import type { MeasuredPeriod } from "#tracking/budgets/measure-budgets.ts";
import { budgetExceeded, holdBudgets, type Place, settleBudgets } from "#tracking/budgets/settle-budgets.ts";
import { insertTimeEntries, type NewTimeEntry } from "./insert-time-entries.ts";
import type { TimeEntryRow } from "./queries.ts";
import { findRefusal, referencesOf, refTaken, refusalError } from "./refuse-time-entry.ts";

/**
 * Stores entries in a transaction that holds the entry rules, and settles the budgets that they count for. Answers the
 * stored rows, fewer than asked where an entry cannot be stored, and by their ids the refusals of those that a budget
 * blocks. After either the transaction must be rolled back. `refTaken` makes the error for a reference that is taken.
 */
export async function storeTimeEntries(
  tx: Transaction,
  origin: Origin,
  entries: NewTimeEntry[],
  refTaken: () => Error,
): Promise<{ rows: TimeEntryRow[]; blocked: Map<string, AppError> }> {
  const held = await holdBudgets(tx, origin.orgId, [...new Set(entries.map((entry) => entry.project_id))]);
  const inserted = await insertTimeEntries(tx, entries, { budgetsHeld: true, waits: true }).catch((error: unknown) => {
    throw violates(error, "time_entries_external_ref_key") ? refTaken() : error;
  });
  const byId = new Map(inserted.map((row) => [row.id, row]));
  const rows = entries.flatMap((entry) => byId.get(entry.id) ?? []);
  const forced = new Set(entries.filter((entry) => entry.forced).map((entry) => entry.id));
  return { rows, blocked: findBlocked(rows, forced, await settleBudgets(tx, origin, held, rows)) };
}

/** Stores one entry likewise; throws what stands against it. */
export async function storeTimeEntry(tx: Transaction, origin: Origin, entry: NewTimeEntry): Promise<TimeEntryRow> {
  const {
    rows: [row],
    blocked,
  } = await storeTimeEntries(tx, origin, [entry], () => refTaken("/externalRef"));
  const refusal = blocked.get(entry.id);
  if (refusal !== undefined) throw refusal;
  if (row !== undefined) return row;
  const found = await findRefusal(tx, origin.orgId, referencesOf(entry, entry.viewer_id), "", entry.forced);
  throw found === undefined ? new TryAgainError() : refusalError(found);
}

/** Those that do not fit into what was left of a blocking budget, one after the other. */
function findBlocked(
  rows: TimeEntryRow[],
  forced: Set<string>,
  settled: Map<Place, MeasuredPeriod>,
): Map<string, AppError> {
  const blocked = new Map<string, AppError>();
  const used = new Map<MeasuredPeriod, bigint>();
  for (const row of rows) {
    const period = settled.get(row);
    if (period !== undefined)
      used.set(period, (used.get(period) ?? period.state.exactUsed) - BigInt(shareOf(period, row)));
  }
  for (const row of rows) {
    const period = settled.get(row);
    if (period === undefined) continue;
    const share = shareOf(period, row);
    const sofar = used.get(period) ?? 0n;
    const left = BigInt(limitOf(period.budget)) - sofar;
    if (share > 0 && BigInt(share) > left && period.budget.onExceed === "block" && !forced.has(row.id)) {
      blocked.set(row.id, budgetExceeded(period, Number(left), "/projectId"));
    } else used.set(period, sofar + BigInt(share));
  }
  return blocked;
}

/** What one entry counts for a budget. */
export function shareOf({ budget }: MeasuredPeriod, row: TimeEntryRow): number {
  return usedOf(budget, {
    seconds: row.duration_seconds,
    billable_seconds: row.billable_seconds,
    amount_minor: row.amount_minor,
    cost_minor: row.cost_minor,
    billable_cost_minor: row.billable ? row.cost_minor : 0,
  });
}
