import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { oneOf } from "#platform/database/one-of.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { cubes, type Measure } from "#tracking/ledger/time-sums/cubes.ts";
import { ofAll, ofProjects, partsOf } from "#tracking/ledger/time-sums/parts.ts";
import { type Level, splitRange } from "#tracking/ledger/time-sums/pieces.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";

/** A project, and what determines the periods of its budget. */
type ProjectInCalendar = ProjectRow & Pick<OrganizationRow, "time_zone" | "week_start">;

/**
 * Locks the projects with budgets among `projectIds` and the projects of `entryIds`. This serializes transactions that
 * write entries of these projects.
 */
export function lockProjectsWithBudgets(
  tx: Transaction,
  orgId: string,
  projectIds: string[],
  entryIds: string[],
  locks = true,
): Promise<ProjectInCalendar[]> {
  const ofEntries = sql`array(select project_id from time_entries where org_id = ${orgId} and ${oneOf(raw("id"), entryIds)})`;
  const statement = sql`
    select p.*, o.time_zone, o.week_start
      from projects p join organizations o on o.id = p.org_id
     where p.org_id = ${orgId} and p.id = any(${projectIds} || ${entryIds.length === 0 ? sql`'{}'::text[]` : ofEntries})
       and p.budget is not null
     order by p.id ${raw(locks ? "for no key update of p" : "")}`;
  return tx.query<ProjectInCalendar>(statement, { opens: true });
}

export function listBudgetedProjects(db: Database, orgId: string): Promise<ProjectRow[]> {
  return db.query<ProjectRow>(sql`select * from projects where org_id = ${orgId} and budget is not null order by id`);
}

const byProject = cubes.find(({ name }) => name === "project");

/** Half-open, in milliseconds since 1970; null means unbounded. */
export interface Range {
  fromMs: number | null;
  toMs: number | null;
}

export interface PeriodsQuestion {
  measure: Measure;
  /** Sums below `least` are omitted. */
  projects: { id: string; least: bigint }[];
  ranges: Range[];
  levels: readonly Level[] | undefined;
}

// With more projects than this, reading the sums of all projects is faster than looking up each project.
const maxSought = 1_000;

/**
 * The sums of the projects' entries that start in each range; empty ranges are omitted. `bucket` is the range's index.
 * Includes the transaction's own writes. Sums are strings of digits, because they can exceed 2^53.
 */
export async function sumProjectPeriods(
  db: Database,
  orgId: string,
  { measure, projects, ranges, levels }: PeriodsQuestion,
): Promise<{ project_id: string; bucket: number; used: string }[]> {
  if (byProject === undefined) throw new Error("the cube by project is missing");
  const pieces = ranges.flatMap(({ fromMs, toMs }, bucket) =>
    splitRange(fromMs, toMs, levels ?? byProject.levels).map((piece) => ({ ...piece, bucket })),
  );
  if (pieces.length === 0) return [];
  const ids = projects.map(({ id }) => id);
  const filter = ids.length > maxSought ? ofAll : ofProjects(ids);
  return db.query(sql`
    select p.project_id, p.bucket, sum(p.${raw(measure)})::text as used
      from (${partsOf({ orgId, cube: byProject, pieces, filter, measures: [measure] })}) p
      join unnest(${ids}::text[], ${projects.map(({ least }) => least)}::bigint[]) as a (project_id, least)
        on a.project_id = p.project_id
     group by p.project_id, p.bucket, a.least
    having sum(p.${raw(measure)}) >= a.least`);
}

/** The thresholds that a budget has reached in one of its periods, as last stored. */
export interface BudgetPeriodRow {
  project_id: string;
  period_start: string;
  reached_percents: number[];
  exceeded: boolean;
}

export function listPeriodsOf(
  db: Database,
  orgId: string,
  periods: Pick<BudgetPeriodRow, "project_id" | "period_start">[],
): Promise<BudgetPeriodRow[]> {
  return db.query<BudgetPeriodRow>(sql`
    select project_id, period_start, reached_percents, exceeded
      from unnest(${periods.map((row) => row.project_id)}::text[], ${periods.map((row) => row.period_start)}::date[])
           as a (project_id, period_start)
      join budget_periods using (project_id, period_start)
     where org_id = ${orgId}`);
}

export async function storeBudgetPeriods(db: Database, orgId: string, rows: BudgetPeriodRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(sql`
    insert into budget_periods (org_id, project_id, period_start, reached_percents, exceeded)
    select ${orgId}, r.project_id, r.period_start, r.reached_percents, r.exceeded
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as r (project_id text, period_start date, reached_percents integer[], exceeded boolean)
    on conflict (org_id, project_id, period_start) do update
       set reached_percents = excluded.reached_percents, exceeded = excluded.exceeded`);
}

/** The stored state of these projects' budgets, or of all budgets. */
export function listBudgetPeriods(db: Database, orgId: string, projectIds?: string[]): Promise<BudgetPeriodRow[]> {
  return db.query<BudgetPeriodRow>(sql`
    select project_id, period_start, reached_percents, exceeded from budget_periods
     where org_id = ${orgId} ${among(projectIds)} order by project_id, period_start`);
}

export async function deleteBudgetPeriods(db: Database, orgId: string, projectIds?: string[]): Promise<void> {
  await db.query(sql`delete from budget_periods where org_id = ${orgId} ${among(projectIds)}`);
}

function among(projectIds: string[] | undefined): Sql {
  return projectIds === undefined ? sql`` : sql`and project_id = any(${projectIds})`;
}

/** The earliest and latest start of these projects' entries, if there are any. */
export async function findExtent(
  db: Database,
  orgId: string,
  projectIds: string[],
): Promise<{ first: string; last: string } | undefined> {
  const [row] = await db.query<{ first: string | null; last: string | null }>(sql`
    select min(e.first) as first, max(e.last) as last
      from unnest(${projectIds}::text[]) as p (id)
     cross join lateral (
       select min(started_at) as first, max(started_at) as last from time_entries
        where org_id = ${orgId} and project_id = p.id and deleted_at is null) e`);
  return row === undefined || row.first === null || row.last === null
    ? undefined
    : { first: row.first, last: row.last };
}
