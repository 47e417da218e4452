import type { Origin } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { AppError } from "#platform/errors.ts";
import { limitOf, usedOf } from "#tracking/ledger/budgets/budget-state.ts";
import type { MeasuredPeriod } from "#tracking/ledger/budgets/measure-budgets.ts";
import { budgetExceeded, type LockedBudgets, settleBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";

/** An entry that the transaction has written, and its state before the write. */
export interface WrittenEntry {
  was?: TimeEntryRow;
  is: TimeEntryRow;
  /** Whether a blocking budget may refuse the entry: only if the entry has just been added to its project. */
  isRefusable: boolean;
}

/**
 * Settles the budgets that count the entries before or after the write. Returns the errors for entries that exceed the
 * rest of a blocking budget, by entry id. Entries use up the budget in the given order.
 */
export async function settleWritten(
  tx: Transaction,
  origin: Origin,
  held: LockedBudgets,
  written: WrittenEntry[],
): Promise<Map<string, AppError>> {
  const blocked = new Map<string, AppError>();
  if (held.projects.size === 0) return blocked;
  const counted = written.flatMap(({ was, is }) => [was ?? [], is].flat()).filter((row) => row.deleted_at === null);
  const settled = await settleBudgets(tx, origin, held, counted);
  const used = new Map<MeasuredPeriod, bigint>();
  const add = (row: TimeEntryRow | undefined, sign: 1n | -1n) => {
    const period = row === undefined ? undefined : settled.get(row);
    if (row === undefined || period === undefined) return;
    used.set(period, (used.get(period) ?? period.state.exactUsed) + sign * BigInt(shareOf(period, row)));
  };
  for (const { was, is } of written) {
    add(is, -1n);
    add(was, 1n);
  }
  for (const { was, is, isRefusable } of written) {
    const period = settled.get(is);
    const share = period === undefined ? 0n : BigInt(shareOf(period, is));
    if (isRefusable && period?.budget.onExceed === "block" && share > 0n) {
      const left = BigInt(limitOf(period.budget)) - (used.get(period) ?? 0n);
      if (share > left) {
        blocked.set(is.id, budgetExceeded(period, Number(left), "/projectId"));
        continue;
      }
    }
    add(was, -1n);
    add(is, 1n);
  }
  return blocked;
}

function shareOf({ budget }: MeasuredPeriod, row: TimeEntryRow): number {
  return usedOf(budget, {
    seconds: row.duration_seconds,
    billable_seconds: row.billable_seconds,
    amount_minor: row.amount_minor,
    cost_minor: row.cost_minor,
    billable_cost_minor: row.billable ? row.cost_minor : 0,
  });
}
