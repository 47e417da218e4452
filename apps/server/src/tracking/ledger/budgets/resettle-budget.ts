import type { Origin } from "#identity/history/record-change.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { dateAt } from "#platform/days.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import { budgetPeriod } from "./budget-period.ts";
import { type Budgeted, measureReached, storedStart, toPeriodRow, withBudget } from "./measure-budgets.ts";
import {
  type BudgetPeriodRow,
  deleteBudgetPeriods,
  listBudgetedProjects,
  listBudgetPeriods,
  storeBudgetPeriods,
} from "./queries.ts";
import type { Budget } from "./schemas.ts";
import { newsOf, recordNews } from "./settle-budgets.ts";

/**
 * Measures a budget again after a change; `was` is the budget before the change. Stores the state of all periods, but
 * records events only for the current period. The transaction must have called `changeEntryRules`.
 */
export async function resettleBudget(
  tx: Transaction,
  origin: Origin,
  project: ProjectRow,
  was: Budget | null,
  now: Date,
): Promise<void> {
  const ids = [project.id];
  const kept = (await listBudgetPeriods(tx, origin.orgId, ids)).filter(() => measuresAlike(project.budget, was));
  await deleteBudgetPeriods(tx, origin.orgId, ids);
  await resettle(tx, origin, withBudget([project]), kept, now);
}

/** Measures all budgets of an organization again after their period boundaries changed. */
export async function resettleBudgets(tx: Transaction, origin: Origin, now: Date): Promise<void> {
  const budgeted = withBudget(await listBudgetedProjects(tx, origin.orgId));
  const kept = await listBudgetPeriods(tx, origin.orgId);
  await deleteBudgetPeriods(tx, origin.orgId);
  await resettle(tx, origin, budgeted, kept, now);
}

async function resettle(
  tx: Transaction,
  origin: Origin,
  budgeted: Budgeted[],
  kept: BudgetPeriodRow[],
  now: Date,
): Promise<void> {
  if (budgeted.length === 0) return;
  const organization = await findOrganization(tx, origin.orgId);
  if (organization === undefined) throw new Error(`organization ${origin.orgId} was not found`);
  const today = dateAt(now.getTime(), organization.time_zone);
  const reported = new Map(kept.map((row) => [`${row.project_id} ${row.period_start}`, row]));
  const current = new Map(
    budgeted.map(({ project, budget }) => [project.id, budgetPeriod(budget, today, organization.week_start)]),
  );
  const reached = await measureReached(tx, organization, budgeted);
  const changes = reached.flatMap((period) => {
    if (current.get(period.project.id)?.start !== period.start) return [];
    return newsOf(period, reported.get(`${period.project.id} ${storedStart(period)}`));
  });
  await recordNews(tx, origin, changes);
  await storeBudgetPeriods(tx, origin.orgId, reached.map(toPeriodRow));
}

/** Whether the recorded thresholds still apply. A different kind or period makes the budget a new one. */
function measuresAlike(budget: Budget | null, was: Budget | null): boolean {
  return budget !== null && was !== null && budget.kind === was.kind && budget.period === was.period;
}
