import type { Actor } from "#identity/access.ts";
import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import { type WeekDay } from "#identity/organizations/week-days.ts";
import { safeInteger } from "#platform/database/column-types.ts";
import type { Database } from "#platform/database/database.ts";
import { gone } from "#platform/errors.ts";
import { isDate, startOfDayMs } from "#platform/time.ts";
import { budgetState, type Sums, usedOf } from "#tracking/ledger/budgets/budget-state.ts";
import type { Range } from "#tracking/ledger/budgets/queries.ts";
import { toBudget } from "#tracking/ledger/budgets/read-budget.ts";
import type { Budget } from "#tracking/ledger/budgets/schemas.ts";
import { periodRange } from "#tracking/ledger/budgets/measure-budgets.ts";
import { budgetPeriod, firstBudgetPeriod } from "#tracking/ledger/budgets/budget-period.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import { readFilter } from "#tracking/entries/time-entries/read-filter.ts";
import { dateAt } from "#platform/days.ts";
import { measures } from "#tracking/ledger/time-sums/cubes.ts";
import { type Basis, forecast, readBasis } from "./forecast.ts";
import { toMoney } from "#tracking/reports/summaries/money-sums.ts";
import { listFirstStarts, listReportedProjects } from "#tracking/reports/summaries/queries.ts";
import { shownPoint } from "#tracking/reports/summaries/summary-request.ts";
import type { CostsQuery } from "#tracking/reports/summaries/schemas.ts";
import { collectSums, noSums } from "#tracking/reports/summaries/collect-sums.ts";

type Period = NonNullable<ReturnType<typeof budgetPeriod>>;

export type CostsReport = Awaited<ReturnType<typeof reportCosts>>;
export type ProjectCosts = CostsReport["projects"][number];

/** Reports the revenue and cost of projects in a range, and the state of their budgets on the day `asOf`. */
export async function reportCosts(db: Database, actor: Actor, query: CostsQuery, now: Date) {
  const organization = await findOrganization(db, actor.orgId);
  if (organization === undefined) throw gone("organization");
  const timeZone = query.tz ?? organization.time_zone;
  const { from, to } = await readFilter(db, actor, { ...pick(query), tz: timeZone }, "reports:read");
  const asOf = query.asOf ?? readAsOf(query.to, to, timeZone, dateAt(now.getTime(), organization.time_zone));
  const projects = await listReportedProjects(db, actor.orgId, {
    projectIds: query.projectId,
    clientIds: query.clientId,
    statuses: query.status,
  });
  const range = { fromMs: parsed(from), toMs: parsed(to) };
  const figures = await measure(db, organization, projects, range, asOf);
  const shown = projects
    .map((project) => toProjectCosts(project, figures, { workingDays: organization.working_days, asOf }))
    .filter(({ entries, budget }) => entries > 0 || budget !== null)
    .filter(({ budget }) => query.budgetStatus === undefined || query.budgetStatus.includes(budget?.status ?? "none"))
    .toSorted((a, b) => b.seconds - a.seconds || (a.projectId < b.projectId ? -1 : 1));
  return {
    from: shownPoint(query.from),
    to: shownPoint(query.to),
    tz: timeZone,
    currency: organization.currency,
    asOf,
    totals: toSums(addUp(shown.map(({ projectId }) => figures.ofRange.get(projectId) ?? noSums))),
    projects: shown,
  };
}

const idOf = ({ id }: ProjectRow) => id;

function pick({ from, to }: CostsQuery) {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function parsed(instant: string | undefined): number | null {
  return instant === undefined ? null : Date.parse(instant);
}

/** The earlier of `to` and today. If `to` is an exclusive instant, its day is that of the millisecond before. */
function readAsOf(to: string | undefined, end: string | undefined, timeZone: string, today: string): string {
  if (to === undefined || end === undefined) return today;
  const last = isDate(to) ? to : dateAt(Date.parse(end) - 1, timeZone);
  return last < today ? last : today;
}

interface Budgeted {
  budget: Budget;
  period: Period;
  basis: Basis;
  /** Sums over the whole period, over its part up to `asOf`, and over the days that the forecast is based on. */
  whole: Sums;
  sofar: Sums;
  lately: Sums;
}

interface Figures {
  ofRange: Map<string, Sums>;
  ofBudget: Map<string, Budgeted>;
}

/** Computes the projects' figures. Reads all sums in a single statement, so that they come from the same snapshot. */
async function measure(
  db: Database,
  organization: OrganizationRow,
  projects: ProjectRow[],
  range: Range,
  asOf: string,
): Promise<Figures> {
  const { time_zone: timeZone } = organization;
  const sums = collectSums();
  const endMs = startOfDayMs(asOf, timeZone, 1);
  const begun = await listFirstStarts(db, organization.id, projects.filter(({ budget }) => budget !== null).map(idOf));
  const firstStarts = new Map(begun.map((row) => [row.project_id, dateAt(Date.parse(row.started_at), timeZone)]));
  const asked = projects.map((project) => {
    const budget = toBudget(project.budget);
    const period = budget === null ? undefined : periodOf(budget, asOf, organization);
    const whole = period && periodRange(organization, period);
    const basis = budget && readBasis(asOf, budget.startsOn, firstStarts.get(project.id), organization.working_days);
    return {
      project,
      inRange: sums.add(project.id, range),
      budgeted:
        budget === null || basis === null || period === undefined || whole === undefined
          ? undefined
          : {
              budget,
              period,
              basis,
              whole: sums.add(project.id, whole),
              sofar: sums.add(project.id, { ...whole, toMs: Math.max(endMs, whole.fromMs ?? endMs) }),
              lately: sums.add(project.id, { fromMs: startOfDayMs(basis.from, timeZone), toMs: endMs }),
            },
    };
  });
  const sumOf = await sums.read(db, organization.id);
  const figures: Figures = { ofRange: new Map(), ofBudget: new Map() };
  for (const { project, inRange, budgeted } of asked) {
    figures.ofRange.set(project.id, sumOf(inRange));
    if (budgeted === undefined) continue;
    const { budget, period, basis } = budgeted;
    figures.ofBudget.set(project.id, {
      budget,
      period,
      basis,
      whole: sumOf(budgeted.whole),
      sofar: sumOf(budgeted.sofar),
      lately: sumOf(budgeted.lately),
    });
  }
  return figures;
}

function periodOf(budget: Budget, asOf: string, { week_start: weekStart }: OrganizationRow): Period | undefined {
  const { startsOn } = budget;
  return (
    budgetPeriod(budget, asOf, weekStart) ??
    (startsOn === null ? undefined : firstBudgetPeriod({ ...budget, startsOn }))
  );
}

function toProjectCosts(
  project: ProjectRow,
  figures: Figures,
  today: { workingDays: readonly WeekDay[]; asOf: string },
) {
  const sums = figures.ofRange.get(project.id) ?? noSums;
  const budgeted = figures.ofBudget.get(project.id);
  return {
    projectId: project.id,
    name: project.name,
    clientId: project.client_id,
    ...toSums(sums),
    budget: budgeted === undefined ? null : toBudgetReport(budgeted, today),
  };
}

function toBudgetReport(
  { budget, period, basis, whole, sofar, lately }: Budgeted,
  { workingDays, asOf }: { workingDays: readonly WeekDay[]; asOf: string },
) {
  const state = budgetState(budget, BigInt(usedOf(budget, whole)));
  const usedSofar = usedOf(budget, sofar);
  return {
    kind: budget.kind,
    period: budget.period,
    periodStart: period.start,
    periodEnd: period.end,
    limit: state.limit,
    used: state.used,
    usedSoFar: usedSofar,
    remaining: state.remaining,
    usedPercent: state.usedPercent,
    status: state.status,
    forecast: forecast({
      limit: state.limit,
      used: state.used,
      usedSofar,
      usedLately: usedOf(budget, lately),
      basis,
      workingDays,
      asOf,
      periodStart: period.start,
      periodEnd: period.end,
    }),
  };
}

function toSums(sums: Sums) {
  return {
    seconds: sums.seconds,
    billableSeconds: sums.billable_seconds,
    entries: sums.entries,
    ...toMoney(sums),
  };
}

function addUp(all: Sums[]): Sums {
  const totals = { ...noSums };
  for (const sums of all) for (const name of measures) totals[name] = safeInteger(totals[name] + sums[name]);
  return totals;
}
