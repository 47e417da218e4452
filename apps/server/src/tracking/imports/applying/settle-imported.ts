import type { Origin } from "#identity/history/record-change.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { holdBudgets, type Place, settleBudgets } from "#tracking/budgets/settle-budgets.ts";

/**
 * Settles the budgets of the projects of these entries, which are written already and count in the sums. Budgets are held
 * only here, so that creates wait for the end of an import and not for all of it: both measure what is stored under the
 * lock. A budget that blocks does not refuse the past.
 */
export async function settleImported(tx: Transaction, origin: Origin, entries: Sql): Promise<void> {
  // The first and the last entry of each day in UTC: a local midnight, where periods begin, lies between them or not.
  const places = await tx.query<Place>(sql`
    with day as (
      select e.project_id, min(e.started_at) as first, max(e.started_at) as last
        from (${entries}) e
        join projects p on p.org_id = e.org_id and p.id = e.project_id and p.budget is not null
       group by e.project_id, date_trunc('day', e.started_at, 'UTC')
    )
    select project_id, first as started_at from day union select project_id, last from day`);
  if (places.length === 0) return;
  const held = await holdBudgets(tx, origin.orgId, [...new Set(places.map(({ project_id: id }) => id))]);
  await settleBudgets(tx, origin, held, places);
}
