import { type Change, type Origin, recordChanges } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { type AppError, refusal } from "#platform/errors.ts";
import { dateAt } from "#platform/days.ts";
import { notifyBudgets } from "#tracking/notices/kinds/budget.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import { type BudgetPeriod as Period, budgetPeriod } from "./budget-period.ts";
import {
  type Budgeted,
  type Calendar,
  isReached,
  type MeasuredPeriod,
  measurePeriods,
  storedStart,
  toPeriodRow,
} from "./measure-budgets.ts";
import { type BudgetPeriodRow, listPeriodsOf, lockProjectsWithBudgets, storeBudgetPeriods } from "./queries.ts";
import { toBudget, isMoneyBudget } from "./read-budget.ts";

/** The budgets locked by a transaction; until it ends, no other transaction writes entries of these projects. */
export interface LockedBudgets {
  /** Undefined without budgets. */
  organization: Calendar | undefined;
  projects: Map<string, ProjectRow>;
}

/** An entry's project and start, before or after a change. */
export interface Place {
  project_id: string;
  started_at: string;
}

/**
 * Locks the budgets of these projects, and of these entries' projects, until the transaction ends. The transaction must
 * lock the rules for entries first, then the entries, then the budgets, and only then write entries. Without `locks`,
 * the budgets are only read.
 */
export async function lockBudgets(
  tx: Transaction,
  orgId: string,
  projectIds: string[],
  entryIds: string[] = [],
  locks = true,
): Promise<LockedBudgets> {
  const projects = await lockProjectsWithBudgets(tx, orgId, projectIds, entryIds, locks);
  const [first] = projects;
  const organization = first && { id: orgId, time_zone: first.time_zone, week_start: first.week_start };
  return { organization, projects: new Map(projects.map((project) => [project.id, project])) };
}

/**
 * Measures every budget period that a write touched, and records newly reached thresholds. Records a threshold again if
 * usage had dropped below it. Returns the measured period of each place.
 */
export async function settleBudgets(
  tx: Transaction,
  origin: Origin,
  held: LockedBudgets,
  places: Place[],
): Promise<Map<Place, MeasuredPeriod>> {
  const { organization } = held;
  const wanted = new Map<string, Budgeted & { periods: Period[] }>();
  const periodOf = new Map<Place, string>();
  for (const place of places) {
    const found = periodAt(held, place);
    if (found === undefined) continue;
    const { project, budget, period } = found;
    const ofProject = wanted.get(project.id) ?? { project, budget, periods: [] };
    wanted.set(project.id, ofProject);
    const name = nameOf(project.id, storedStart(period));
    if (!ofProject.periods.some(({ start }) => start === period.start)) ofProject.periods.push(period);
    periodOf.set(place, name);
  }
  if (organization === undefined || wanted.size === 0) return new Map();
  const asked = [...wanted.values()];
  const touched = asked.flatMap(({ project, periods }) =>
    periods.map((period) => ({ project_id: project.id, period_start: storedStart(period) })),
  );
  const [measured, kept] = await Promise.all([
    measurePeriods(tx, organization, asked),
    listPeriodsOf(tx, origin.orgId, touched),
  ]);
  await tellBudgets(tx, origin, measured, kept);
  const byName = new Map(measured.map((period) => [nameOf(period.project.id, storedStart(period)), period]));
  return new Map(
    [...periodOf].flatMap(([place, name]) => {
      const period = byName.get(name);
      return period === undefined ? [] : [[place, period]];
    }),
  );
}

function nameOf(projectId: string, periodStart: string): string {
  return `${projectId} ${periodStart}`;
}

/** The budget and the period that an entry at this place counts towards. */
function periodAt(held: LockedBudgets, { project_id: id, started_at: at }: Place) {
  const { organization } = held;
  const project = held.projects.get(id);
  const budget = toBudget(project?.budget ?? null);
  if (organization === undefined || project === undefined || budget === null) return undefined;
  const period = budgetPeriod(budget, dateAt(Date.parse(at), organization.time_zone), organization.week_start);
  return period === undefined ? undefined : { project, budget, period };
}

/** The measured budget period that an entry at this place counts towards; undefined if there is none. */
export async function measureBudget(
  tx: Transaction,
  held: LockedBudgets,
  place: Place,
): Promise<MeasuredPeriod | undefined> {
  const found = periodAt(held, place);
  if (held.organization === undefined || found === undefined) return undefined;
  return (await measurePeriods(tx, held.organization, [{ ...found, periods: [found.period] }]))[0];
}

/** Records thresholds that are not in `kept`, and stores them so that they are not recorded again. */
async function tellBudgets(
  tx: Transaction,
  origin: Origin,
  measured: MeasuredPeriod[],
  kept: BudgetPeriodRow[],
): Promise<void> {
  const rows = measured.map(toPeriodRow);
  const reported = new Map(kept.map((row) => [nameOf(row.project_id, row.period_start), row]));
  const reportedOf = (row: BudgetPeriodRow) => reported.get(nameOf(row.project_id, row.period_start));
  await recordNews(
    tx,
    origin,
    measured.flatMap((period) => newsOf(period, reportedOf(toPeriodRow(period)))),
  );
  const differing = rows.filter((row) => {
    const before = reportedOf(row);
    if (before === undefined) return isReached(row);
    return row.exceeded !== before.exceeded || row.reached_percents.join() !== before.reached_percents.join();
  });
  await storeBudgetPeriods(tx, origin.orgId, differing);
}

type News = Change & { row: ReturnType<typeof budgetObject> };

/** Records newly reached thresholds and notifies the members who manage budgets. */
export async function recordNews(tx: Transaction, origin: Origin, news: News[]): Promise<void> {
  await recordChanges(tx, origin, news);
  await notifyBudgets(
    tx,
    origin.orgId,
    news.map(({ row }) => row),
  );
}

/** The change rows for reached thresholds and for an exceeded limit, if they have not been recorded yet. */
export function newsOf(period: MeasuredPeriod, reported: BudgetPeriodRow | undefined): News[] {
  const { project, state } = period;
  const before = reported?.reached_percents ?? [];
  const fresh = state.reachedPercents.filter((percent) => !before.includes(percent));
  const changes: News[] = fresh.map((percent) => ({
    action: "budget.threshold_reached",
    targetId: project.id,
    row: budgetObject(period, percent),
  }));
  if (state.status === "exceeded" && reported?.exceeded !== true)
    changes.push({ action: "budget.exceeded", targetId: project.id, row: budgetObject(period, null) });
  return changes;
}

/** A budget as shown in events and the audit log. */
function budgetObject({ project, budget, start, end, state }: MeasuredPeriod, thresholdPercent: number | null) {
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

/** The error for a blocking budget with only `left` remaining. Contains no amounts, which not every member may see. */
export function budgetExceeded({ project, budget, state }: MeasuredPeriod, left: number, pointer: string): AppError {
  const figures = isMoneyBudget(budget) ? "" : ` ${Math.max(0, left)} of ${state.limit} seconds are left.`;
  const message = `The budget of project ${project.id} does not allow this.${figures} Raise the budget, set it to warn only, or book the time elsewhere.`;
  return refusal(pointer, "budget_exceeded", message);
}
