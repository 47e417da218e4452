import type { Origin } from "#identity/changes/record-change.ts";
import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { dateAt } from "#tracking/reports/buckets.ts";
import type { ProjectRow } from "#tracking/projects/queries.ts";
import { budgetPeriod } from "#tracking/projects/budget-period.ts";
import { budgetState, usedOf } from "./budget-state.ts";
import {
  deleteBudgetPeriods,
  findBudgetPeriod,
  findExtent,
  listBudgetedProjects,
  storeBudgetPeriod,
  sumProjectPeriods,
} from "./queries.ts";
import { toBudget } from "./read-budget.ts";
import type { Budget } from "./schemas.ts";
import { periodRange, storedStart, tellBudget } from "./settle-budgets.ts";

type Period = NonNullable<ReturnType<typeof budgetPeriod>>;

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
  const sums = await sumProjectPeriods(
    tx,
    origin.orgId,
    project.id,
    periods.map((period) => periodRange(organization, period)),
  );
  for (const [index, period] of periods.entries()) {
    const used = sums[index];
    const state = budgetState(budget, used === undefined ? 0 : usedOf(budget, used));
    const settled = { project, budget, ...period, state };
    if (period.start === current?.start) {
      if (told !== undefined) await storeBudgetPeriod(tx, origin.orgId, project.id, told);
      await tellBudget(tx, origin, settled, told);
    } else if (state.reachedPercents.length > 0 || state.status === "exceeded") {
      await storeBudgetPeriod(tx, origin.orgId, project.id, {
        period_start: storedStart(period),
        reached_percents: state.reachedPercents,
        exceeded: state.status === "exceeded",
      });
    }
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

/** The periods from the first entry of the project to the last. */
async function listPeriods(
  tx: Transaction,
  organization: OrganizationRow,
  project: ProjectRow,
  budget: Budget,
): Promise<Period[]> {
  const extent = await findExtent(tx, organization.id, project.id);
  if (extent === undefined) return [];
  const { time_zone: timeZone, week_start: weekStart } = organization;
  const last = dateAt(Date.parse(extent.last), timeZone);
  const first = dateAt(Date.parse(extent.first), timeZone);
  const periods: Period[] = [];
  let date = budget.startsOn !== null && budget.startsOn > first ? budget.startsOn : first;
  while (date <= last) {
    const period = budgetPeriod(budget, date, weekStart);
    if (period === undefined) break;
    periods.push(period);
    if (period.end === null) break;
    date = Temporal.PlainDate.from(period.end).add({ days: 1 }).toString();
  }
  return periods;
}
