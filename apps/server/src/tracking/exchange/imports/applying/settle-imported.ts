import type { Origin } from "#identity/history/record-change.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { lockBudgets, type Place, settleBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";

/**
 * Settles the budgets for entries that have already been written and added to the sums. Locks the budgets only now, so
 * that creates wait only for the end of an import. Never refuses entries because of a blocking budget.
 */
export async function settleImported(tx: Transaction, origin: Origin, entries: Sql): Promise<void> {
  // Reads the first and last entry of each UTC day, because a budget period may begin in between, at a local midnight.
  const places = await tx.query<Place>(sql`
    with day as (
      select e.project_id, min(e.started_at) as first, max(e.started_at) as last
        from (${entries}) e
        join projects p on p.org_id = e.org_id and p.id = e.project_id and p.budget is not null
       group by e.project_id, date_trunc('day', e.started_at, 'UTC')
    )
    select project_id, first as started_at from day union select project_id, last from day`);
  if (places.length === 0) return;
  const held = await lockBudgets(tx, origin.orgId, [...new Set(places.map(({ project_id: id }) => id))]);
  await settleBudgets(tx, origin, held, places);
}
