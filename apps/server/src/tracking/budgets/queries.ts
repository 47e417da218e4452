import { type Database, raw, sql } from "#platform/database/database.ts";
import { cubes, measures } from "#tracking/time-sums/cubes.ts";
import { ofProjects, partsOf } from "#tracking/time-sums/parts.ts";
import { splitRange } from "#tracking/time-sums/pieces.ts";
import type { ProjectRow } from "#tracking/projects/queries.ts";
import type { Sums } from "./budget-state.ts";

/** The projects among these that have a budget, locked so that their entries are written one transaction at a time. */
export function lockBudgets(db: Database, orgId: string, projectIds: string[]): Promise<ProjectRow[]> {
  return db.query<ProjectRow>(sql`
    select * from projects
     where org_id = ${orgId} and id = any(${projectIds}) and budget is not null
     order by id for no key update`);
}

export function listBudgetedProjects(db: Database, orgId: string): Promise<ProjectRow[]> {
  return db.query<ProjectRow>(sql`select * from projects where org_id = ${orgId} and budget is not null order by id`);
}

const byProject = cubes.find(({ name }) => name === "project");

/** Half-open, in milliseconds since 1970; null is unbounded. */
export interface Range {
  fromMs: number | null;
  toMs: number | null;
}

/** The sums of a project's entries that start in each range; within a transaction, with what it has written. */
export async function sumProjectPeriods(
  db: Database,
  orgId: string,
  projectId: string,
  ranges: Range[],
  levels = byProject?.levels ?? [],
): Promise<(Sums | undefined)[]> {
  if (byProject === undefined) throw new Error("there is a cube by project");
  const pieces = ranges.flatMap(({ fromMs, toMs }, bucket) =>
    splitRange(fromMs, toMs, levels).map((piece) => ({ ...piece, bucket })),
  );
  if (pieces.length === 0) return [];
  const rows = await db.query<Sums & { bucket: number }>(sql`
    select bucket, ${raw(measures.map((name) => `sum(${name})::bigint as ${name}`).join(", "))}
      from (${partsOf({ orgId, cube: byProject, pieces, filter: ofProjects([projectId]), measures })}) parts
     group by bucket`);
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  return ranges.map((_, bucket) => byBucket.get(bucket));
}

/** What is reached of a budget in one of its periods, as it was last told. */
export interface BudgetPeriodRow {
  period_start: string;
  reached_percents: number[];
  exceeded: boolean;
}

export async function findBudgetPeriod(
  db: Database,
  orgId: string,
  projectId: string,
  periodStart: string,
): Promise<BudgetPeriodRow | undefined> {
  const [row] = await db.query<BudgetPeriodRow>(sql`
    select period_start, reached_percents, exceeded from budget_periods
     where org_id = ${orgId} and project_id = ${projectId} and period_start = ${periodStart}`);
  return row;
}

export async function storeBudgetPeriod(
  db: Database,
  orgId: string,
  projectId: string,
  row: BudgetPeriodRow,
): Promise<void> {
  await db.query(sql`
    insert into budget_periods (org_id, project_id, period_start, reached_percents, exceeded)
    values (${orgId}, ${projectId}, ${row.period_start}, ${row.reached_percents}, ${row.exceeded})
    on conflict (org_id, project_id, period_start) do update
       set reached_percents = excluded.reached_percents, exceeded = excluded.exceeded`);
}

/** What is kept of all budgets of an organization. */
export function listBudgetPeriods(db: Database, orgId: string): Promise<(BudgetPeriodRow & { project_id: string })[]> {
  return db.query<BudgetPeriodRow & { project_id: string }>(sql`
    select project_id, period_start, reached_percents, exceeded from budget_periods
     where org_id = ${orgId} order by project_id, period_start`);
}

export async function deleteBudgetPeriods(db: Database, orgId: string, projectId: string): Promise<void> {
  await db.query(sql`delete from budget_periods where org_id = ${orgId} and project_id = ${projectId}`);
}

/** The first and last start of a project's entries, if it has any. */
export async function findExtent(
  db: Database,
  orgId: string,
  projectId: string,
): Promise<{ first: string; last: string } | undefined> {
  const [row] = await db.query<{ first: string | null; last: string | null }>(sql`
    select min(started_at) as first, max(started_at) as last from time_entries
     where org_id = ${orgId} and project_id = ${projectId} and deleted_at is null`);
  return row?.first === null || row?.last === null || row === undefined
    ? undefined
    : { first: row.first, last: row.last };
}
