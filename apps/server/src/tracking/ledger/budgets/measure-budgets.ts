import type { OrganizationRow } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { dateAt } from "#platform/days.ts";
import { startOfDayMs } from "#platform/time.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import type { Level } from "#tracking/ledger/time-sums/pieces.ts";
import { type BudgetPeriod as Period, periodAround } from "./budget-period.ts";
import { type BudgetState, budgetState, leastReached, measureOf } from "./budget-state.ts";
import { type BudgetPeriodRow, findExtent, type Range, sumProjectPeriods } from "./queries.ts";
import { toBudget } from "./read-budget.ts";
import type { Budget } from "./schemas.ts";

/** What determines the periods of an organization's budgets. */
export type Calendar = Pick<OrganizationRow, "id" | "time_zone" | "week_start">;

export interface Budgeted {
  project: ProjectRow;
  budget: Budget;
}

export interface MeasuredPeriod extends Budgeted {
  start: string | null;
  end: string | null;
  state: BudgetState;
}

// The maximum number of distinct first days that one SQL statement covers for budgets without periods.
const totalsAtOnce = 16;

export function withBudget(projects: ProjectRow[]): Budgeted[] {
  return projects.flatMap((project) => {
    const budget = toBudget(project.budget);
    return budget === null ? [] : [{ project, budget }];
  });
}

export function periodRange({ time_zone: timeZone }: Calendar, { start, end }: Period): Range {
  return {
    fromMs: start === null ? null : startOfDayMs(start, timeZone),
    toMs: end === null ? null : startOfDayMs(end, timeZone, 1),
  };
}

export function storedStart(period: { start: string | null }): string {
  return period.start ?? "1970-01-01";
}

/** Measures these periods, with one SQL statement per group that `familiesOf` returns. */
export async function measurePeriods(
  tx: Transaction,
  organization: Calendar,
  asked: (Budgeted & { periods: Period[] })[],
): Promise<MeasuredPeriod[]> {
  const measured: MeasuredPeriod[] = [];
  for (const family of familiesOf(asked)) {
    const periods = distinct(family.flatMap((each) => each.periods));
    const used = await sumFamily(tx, organization, family, periods, () => 0n);
    for (const { project, budget, periods: own } of family) {
      for (const period of own) {
        const sum = used.find(project.id, period);
        measured.push({ project, budget, ...period, state: budgetState(budget, sum) });
      }
    }
  }
  return measured;
}

/**
 * The periods, past and future, in which a budget has exceeded its limit or reached an alert percentage. Reads stored
 * sums, or the entries themselves if `levels` is empty.
 */
export async function measureReached(
  tx: Transaction,
  organization: Calendar,
  budgeted: Budgeted[],
  levels?: readonly Level[],
): Promise<MeasuredPeriod[]> {
  const extent = await findExtent(
    tx,
    organization.id,
    budgeted.map(({ project }) => project.id),
  );
  if (extent === undefined) return [];
  const { time_zone: timeZone, week_start: weekStart } = organization;
  const [first, last] = [extent.first, extent.last].map((instant) => dateAt(Date.parse(instant), timeZone));
  const reached: MeasuredPeriod[] = [];
  for (const family of familiesOf(budgeted)) {
    const periods = distinct(
      family[0]?.budget.period === "total"
        ? family.map(({ budget }) => ({ start: budget.startsOn, end: null }))
        : listPeriods(family[0]?.budget, first ?? "", last ?? "", weekStart),
    );
    const used = await sumFamily(tx, organization, family, periods, leastReached, levels);
    for (const {
      budgeted: { project, budget },
      period,
      sum,
    } of used.all) {
      if (hasPeriod(budget, period)) reached.push({ project, budget, ...period, state: budgetState(budget, sum) });
    }
  }
  return reached;
}

/** Whether the budget has this period. Other budgets in its group may begin earlier. */
function hasPeriod({ period: kind, startsOn }: Budget, { start }: Period): boolean {
  return kind === "total" ? start === startsOn : startsOn === null || (start !== null && start >= startsOn);
}

/**
 * Groups budgets that one SQL statement can measure: they have the same measure, and either the same period boundaries
 * or no periods.
 */
function familiesOf<Each extends Budgeted>(all: Each[]): Each[][] {
  const families: Each[][] = [];
  const totals = new Map<string, Each[][]>();
  for (const group of Map.groupBy(all, ({ budget }) => `${measureOf(budget)} ${budget.period} ${anchorOf(budget)}`)) {
    const [name, members] = group;
    const [measure = ""] = name.split(" ");
    if (members[0]?.budget.period === "total") totals.set(measure, [...(totals.get(measure) ?? []), members]);
    else families.push(members);
  }
  for (const groups of totals.values()) {
    for (let at = 0; at < groups.length; at += totalsAtOnce) families.push(groups.slice(at, at + totalsAtOnce).flat());
  }
  return families;
}

/** The part of a budget's first day that determines where its periods begin. */
function anchorOf({ period, startsOn }: Budget): string {
  if (startsOn === null || period === "total") return startsOn ?? "";
  return period === "monthly" ? startsOn.slice(8) : String(new Date(startsOn).getUTCDay());
}

function distinct(periods: Period[]): Period[] {
  return [...new Map(periods.map((period) => [startName(period), period])).values()].toSorted((a, b) =>
    startName(a) < startName(b) ? -1 : 1,
  );
}

/** Unlike `storedStart`, distinguishes a period without a start from one that starts on 1970-01-01. */
function startName({ start }: Period): string {
  return start ?? "";
}

/** The budget's periods between two dates, even before the budget's first day. */
function listPeriods(
  budget: Budget | undefined,
  first: string,
  last: string,
  weekStart: OrganizationRow["week_start"],
): Period[] {
  const periods: Period[] = [];
  for (let date = first; budget !== undefined && date <= last;) {
    const period = periodAround(budget, date, weekStart);
    periods.push(period);
    if (period.end === null) break;
    date = Temporal.PlainDate.from(period.end).add({ days: 1 }).toString();
  }
  return periods;
}

async function sumFamily<Each extends Budgeted>(
  tx: Transaction,
  organization: Calendar,
  family: Each[],
  periods: Period[],
  leastOf: (budget: Budget) => bigint,
  levels?: readonly Level[],
) {
  const [first] = family;
  const rows =
    first === undefined
      ? []
      : await sumProjectPeriods(tx, organization.id, {
          measure: measureOf(first.budget),
          projects: family.map(({ project, budget }) => ({ id: project.id, least: leastOf(budget) })),
          ranges: periods.map((period) => periodRange(organization, period)),
          levels,
        });
  const byId = new Map(family.map((budgeted) => [budgeted.project.id, budgeted]));
  const all = rows.flatMap(({ project_id: id, bucket, used }) => {
    const [budgeted, period] = [byId.get(id), periods[bucket]];
    return budgeted === undefined || period === undefined ? [] : [{ budgeted, period, sum: BigInt(used) }];
  });
  const sums = new Map(all.map(({ budgeted, period, sum }) => [`${budgeted.project.id} ${startName(period)}`, sum]));
  return { all, find: (id: string, period: Period) => sums.get(`${id} ${startName(period)}`) ?? 0n };
}

/** The state to store for a period, so that its events are not recorded twice. */
export function toPeriodRow({ project, state, ...period }: MeasuredPeriod): BudgetPeriodRow {
  return {
    project_id: project.id,
    period_start: storedStart(period),
    reached_percents: state.reachedPercents,
    exceeded: state.status === "exceeded",
  };
}

/** Whether the row must be stored. A row without reached thresholds means the same as no row. */
export function isReached(row: BudgetPeriodRow): boolean {
  return row.exceeded || row.reached_percents.length > 0;
}
