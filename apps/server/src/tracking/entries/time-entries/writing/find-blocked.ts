import type { AppError } from "#platform/errors.ts";
import { limitOf, usedOf } from "#tracking/ledger/budgets/budget-state.ts";
import type { MeasuredPeriod } from "#tracking/ledger/budgets/measure-budgets.ts";
import { budgetExceeded, type Place } from "#tracking/ledger/budgets/settle-budgets.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";

/** An entry that the transaction has written, and its state before the write. */
export interface WrittenEntry {
  was?: TimeEntryRow;
  is: TimeEntryRow;
  /** Whether a blocking budget may refuse the entry: only if the entry has just been added to its project. */
  isRefusable: boolean;
}

/**
 * The errors for entries that exceed the rest of a blocking budget, by entry id. Entries use up the budget in the given
 * order.
 */
export function findBlocked(written: WrittenEntry[], settled: Map<Place, MeasuredPeriod>): Map<string, AppError> {
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
  const blocked = new Map<string, AppError>();
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
