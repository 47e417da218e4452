import type { OrganizationRow } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { type BudgetPeriod, budgetPeriod } from "./budget-period.ts";
import type { ProjectRow } from "#tracking/projects/queries.ts";
import { dateAt } from "#platform/day-starts.ts";
import { findExtent } from "./queries.ts";
import type { Budget } from "./schemas.ts";

/** The periods of a budget from the first entry of its project to the last. */
export async function listPeriods(
  tx: Transaction,
  organization: OrganizationRow,
  project: ProjectRow,
  budget: Budget,
): Promise<BudgetPeriod[]> {
  const extent = await findExtent(tx, organization.id, project.id);
  if (extent === undefined) return [];
  const { time_zone: timeZone, week_start: weekStart } = organization;
  const last = dateAt(Date.parse(extent.last), timeZone);
  const first = dateAt(Date.parse(extent.first), timeZone);
  const periods: BudgetPeriod[] = [];
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
