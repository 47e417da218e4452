import { recordChange, type Origin } from "#identity/changes/record-change.ts";
import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { startOfDayMs } from "#platform/time.ts";
import { dateAt } from "#platform/day-starts.ts";
import type { ProjectRow } from "#tracking/projects/queries.ts";
import { type BudgetPeriod as Period, budgetPeriod } from "./budget-period.ts";
import type { Level } from "#tracking/time-sums/pieces.ts";
import { type BudgetState, budgetState, usedOf } from "./budget-state.ts";
import {
  type BudgetPeriodRow,
  findBudgetPeriod,
  lockBudgets,
  type Range,
  storeBudgetPeriod,
  sumProjectPeriods,
} from "./queries.ts";
import { toBudget, isMoneyBudget } from "./read-budget.ts";
import type { Budget } from "./schemas.ts";

/** The budgets that a transaction may write entries under; nobody else writes entries of these projects meanwhile. */
export interface HeldBudgets {
  organization: OrganizationRow | undefined;
  projects: Map<string, ProjectRow>;
}

/** Where and when an entry is, or was before it changed. */
export interface Place {
  project_id: string;
  started_at: string;
}

/** A period of a budget, and what it has come to. */
export interface SettledPeriod {
  project: ProjectRow;
  budget: Budget;
  start: string | null;
  end: string | null;
  state: BudgetState;
}

/**
 * Holds the budgets of these projects until the transaction ends, which must hold the entry rules already: called before
 * an entry is written there.
 */
export async function holdBudgets(tx: Transaction, orgId: string, projectIds: string[]): Promise<HeldBudgets> {
  const projects = await lockBudgets(tx, orgId, projectIds);
  const organization = projects.length === 0 ? undefined : await findOrganization(tx, orgId);
  return { organization, projects: new Map(projects.map((project) => [project.id, project])) };
}

/**
 * Measures every budget period that a write has touched, in its transaction and after it, and records what was reached
 * or exceeded by it; what is no longer reached can be told again. Returns the periods by the places in them.
 */
export async function settleBudgets(
  tx: Transaction,
  origin: Origin,
  held: HeldBudgets,
  places: Place[],
): Promise<Map<Place, SettledPeriod>> {
  const wanted = new Map<string, { project: ProjectRow; periods: Map<string, { period: Period; places: Place[] }> }>();
  for (const place of places) {
    const project = held.projects.get(place.project_id);
    const period = project === undefined ? undefined : periodAt(held, project, place.started_at);
    if (project === undefined || period === undefined) continue;
    const ofProject = wanted.get(project.id) ?? { project, periods: new Map() };
    wanted.set(project.id, ofProject);
    const known = ofProject.periods.get(storedStart(period)) ?? { period, places: [] };
    ofProject.periods.set(storedStart(period), known);
    known.places.push(place);
  }
  const settled = new Map<Place, SettledPeriod>();
  for (const { project, periods } of wanted.values()) {
    const asked = [...periods.values()];
    const measured = await measurePeriods(
      tx,
      held,
      project,
      asked.map(({ period }) => period),
    );
    for (const [index, period] of measured.entries()) {
      await tellBudget(tx, origin, period, await findBudgetPeriod(tx, origin.orgId, project.id, storedStart(period)));
      for (const place of asked[index]?.places ?? []) settled.set(place, period);
    }
  }
  return settled;
}

function periodAt(held: HeldBudgets, project: ProjectRow, instant: string) {
  const { organization } = held;
  const budget = toBudget(project.budget);
  if (organization === undefined || budget === null) return undefined;
  return budgetPeriod(budget, dateAt(Date.parse(instant), organization.time_zone), organization.week_start);
}

/** A budget's period as instants, cut in the organization's time zone. */
export function periodRange({ time_zone: timeZone }: OrganizationRow, { start, end }: Period): Range {
  return {
    fromMs: start === null ? null : startOfDayMs(start, timeZone),
    toMs: end === null ? null : startOfDayMs(end, timeZone, 1),
  };
}

/** The budget's period at a place, as it stands; undefined where no held budget counts. */
export async function measureBudget(
  tx: Transaction,
  held: HeldBudgets,
  place: Place,
): Promise<SettledPeriod | undefined> {
  const project = held.projects.get(place.project_id);
  const period = project === undefined ? undefined : periodAt(held, project, place.started_at);
  if (project === undefined || period === undefined) return undefined;
  return (await measurePeriods(tx, held, project, [period]))[0];
}

/** All periods of a project in one statement: each would read all that is not folded yet. */
async function measurePeriods(
  tx: Transaction,
  held: HeldBudgets,
  project: ProjectRow,
  periods: Period[],
): Promise<SettledPeriod[]> {
  const { organization } = held;
  const budget = toBudget(project.budget);
  if (organization === undefined || budget === null) throw new Error("a held project has a budget");
  const states = await countPeriods(tx, organization, project, budget, periods);
  return states.map(({ period, state }) => ({ project, budget, ...period, state }));
}

/** What a budget has come to in each of these periods; with no `levels` of sums, by the entries themselves. */
export async function countPeriods(
  tx: Transaction,
  organization: OrganizationRow,
  project: ProjectRow,
  budget: Budget,
  periods: Period[],
  levels?: readonly Level[],
): Promise<{ period: Period; state: BudgetState }[]> {
  const ranges = periods.map((period) => periodRange(organization, period));
  const sums = await sumProjectPeriods(tx, organization.id, project.id, ranges, levels);
  return periods.map((period, index) => {
    const used = sums[index];
    return { period, state: budgetState(budget, used === undefined ? 0 : usedOf(budget, used)) };
  });
}

export function storedStart(period: { start: string | null }): string {
  return period.start ?? "1970-01-01";
}

/** What is kept of a period, so that nothing is told twice. */
export function toPeriodRow(period: { start: string | null }, state: BudgetState): BudgetPeriodRow {
  return {
    period_start: storedStart(period),
    reached_percents: state.reachedPercents,
    exceeded: state.status === "exceeded",
  };
}

/** Whether there is anything to keep: a row that says nothing may be there or not. */
export function isReached(row: BudgetPeriodRow): boolean {
  return row.exceeded || row.reached_percents.length > 0;
}

/** Records what is reached and was not told before, and keeps what is told now. */
export async function tellBudget(
  tx: Transaction,
  origin: Origin,
  settled: SettledPeriod,
  told: BudgetPeriodRow | undefined,
): Promise<void> {
  const { state, project } = settled;
  const now = toPeriodRow(settled, state);
  const before: Omit<BudgetPeriodRow, "period_start"> = told ?? { reached_percents: [], exceeded: false };
  const fresh = now.reached_percents.filter((percent) => !before.reached_percents.includes(percent));
  for (const percent of fresh) {
    await recordChange(tx, origin, {
      action: "budget.threshold_reached",
      targetId: project.id,
      row: budgetObject(settled, percent),
    });
  }
  if (now.exceeded && !before.exceeded) {
    await recordChange(tx, origin, {
      action: "budget.exceeded",
      targetId: project.id,
      row: budgetObject(settled, null),
    });
  }
  if (now.exceeded === before.exceeded && now.reached_percents.join() === before.reached_percents.join()) return;
  await storeBudgetPeriod(tx, origin.orgId, project.id, now);
}

/** A budget as events and the audit log show it. */
function budgetObject({ project, budget, start, end, state }: SettledPeriod, thresholdPercent: number | null) {
  return {
    project_id: project.id,
    project_name: project.name,
    kind: budget.kind,
    period: budget.period,
    period_start: start,
    period_end: end,
    limit: state.limit,
    used: state.used,
    remaining: state.remaining,
    used_percent: state.usedPercent,
    status: state.status,
    threshold_percent: thresholdPercent,
  };
}

/** Why a budget that blocks does not take what is more than `left`; without figures for whoever may not see money. */
export function budgetExceeded({ project, budget, state }: SettledPeriod, left: number, pointer: string): AppError {
  const figures = isMoneyBudget(budget) ? "" : ` ${Math.max(0, left)} of ${state.limit} seconds are left.`;
  const message = `The budget of project ${project.id} does not take this.${figures} Raise it, let it only warn, or book elsewhere.`;
  return new AppError("budget_exceeded", message, { errors: [{ pointer, code: "budget_exceeded", message }] });
}
