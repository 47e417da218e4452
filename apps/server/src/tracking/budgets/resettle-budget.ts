import type { Origin } from "#identity/changes/record-change.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { budgetPeriod } from "./budget-period.ts";
import type { ProjectRow } from "#tracking/projects/queries.ts";
import { dateAt } from "#platform/day-starts.ts";
import { listPeriods } from "./list-periods.ts";
import { deleteBudgetPeriods, findBudgetPeriod, listBudgetedProjects, storeBudgetPeriod } from "./queries.ts";
import { toBudget } from "./read-budget.ts";
import type { Budget } from "./schemas.ts";
import { countPeriods, isReached, storedStart, tellBudget, toPeriodRow } from "./settle-budgets.ts";

/**
 * Measures a budget anew after it (`was` before), or how its periods are cut, has changed: what the period of today has
 * reached by it is told, what others had reached is only kept. The transaction must have changed the entry rules.
 */
export async function resettleBudget(
  tx: Transaction,
  origin: Origin,
  project: ProjectRow,
  was: Budget | null,
  now: Date,
): Promise<void> {
  const organization = await findOrganization(tx, origin.orgId);
  const budget = toBudget(project.budget);
  if (organization === undefined) throw new Error("an actor's organization exists");
  const today = dateAt(now.getTime(), organization.time_zone);
  const current = budget === null ? undefined : budgetPeriod(budget, today, organization.week_start);
  const told =
    current === undefined || !measuresAlike(budget, was)
      ? undefined
      : await findBudgetPeriod(tx, origin.orgId, project.id, storedStart(current));
  await deleteBudgetPeriods(tx, origin.orgId, project.id);
  if (budget === null) return;
  const periods = await listPeriods(tx, organization, project, budget);
  if (current !== undefined && !periods.some(({ start }) => start === current.start)) periods.push(current);
  for (const { period, state } of await countPeriods(tx, organization, project, budget, periods)) {
    if (period.start === current?.start) {
      if (told !== undefined) await storeBudgetPeriod(tx, origin.orgId, project.id, told);
      await tellBudget(tx, origin, { project, budget, ...period, state }, told);
      continue;
    }
    const row = toPeriodRow(period, state);
    if (isReached(row)) await storeBudgetPeriod(tx, origin.orgId, project.id, row);
  }
}

/** The same for all budgets of an organization, none of which has changed itself. */
export async function resettleBudgets(tx: Transaction, origin: Origin, now: Date): Promise<void> {
  for (const project of await listBudgetedProjects(tx, origin.orgId)) {
    await resettleBudget(tx, origin, project, toBudget(project.budget), now);
  }
}

/** Whether what was told of the one also holds for the other: another kind or period makes a new budget. */
function measuresAlike(budget: Budget | null, was: Budget | null): boolean {
  return budget !== null && was !== null && budget.kind === was.kind && budget.period === was.period;
}
