import { assignments } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import type { Budget } from "#tracking/budgets/schemas.ts";
import { containing, pageOf, type PageRequest } from "#platform/http/newest-first.ts";
import type { RoundingMode } from "#tracking/time-entries/billable-seconds.ts";

export interface ProjectRow {
  org_id: string;
  id: string;
  name: string;
  code: string | null;
  client_id: string | null;
  color: string | null;
  description: string;
  status: "active" | "archived";
  billable: boolean;
  rounding_mode: RoundingMode | null;
  rounding_minutes: number | null;
  /** As stored, with its keys in any order: see toBudget. */
  budget: Budget | null;
  version: number;
  created_at: string;
  updated_at: string;
}

export type ProjectColumns = Omit<ProjectRow, "org_id" | "id" | "version" | "created_at" | "updated_at">;

export async function findProject(
  db: Database,
  orgId: string,
  id: string,
  lock?: Sql,
): Promise<ProjectRow | undefined> {
  const [row] = await db.query<ProjectRow>(
    sql`select * from projects where org_id = ${orgId} and id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

export interface ProjectFilter {
  statuses: string[] | undefined;
  clientIds: string[] | undefined;
  q: string | undefined;
}

export function listProjects(
  db: Database,
  orgId: string,
  filter: ProjectFilter,
  page: PageRequest,
): Promise<ProjectRow[]> {
  const status = filter.statuses === undefined ? sql`` : sql`and status = any(${filter.statuses})`;
  const clients = filter.clientIds === undefined ? sql`` : sql`and client_id = any(${filter.clientIds})`;
  const q =
    filter.q === undefined
      ? sql``
      : sql`and (name ilike ${containing(filter.q)} or code ilike ${containing(filter.q)})`;
  return db.query<ProjectRow>(
    sql`select * from projects where org_id = ${orgId} ${status} ${clients} ${q} ${pageOf(page)}`,
  );
}

export async function insertProject(db: Database, orgId: string, id: string, p: ProjectColumns): Promise<ProjectRow> {
  const [row] = await db.query<ProjectRow>(sql`
    insert into projects (org_id, id, name, code, client_id, color, description, status, billable, rounding_mode, rounding_minutes,
                          budget)
    values (${orgId}, ${id}, ${p.name}, ${p.code}, ${p.client_id}, ${p.color}, ${p.description}, ${p.status}, ${p.billable},
            ${p.rounding_mode}, ${p.rounding_minutes}, ${p.budget})
    returning *`);
  if (row === undefined) throw new Error("an inserted project is returned");
  return row;
}

export async function updateProject(
  db: Database,
  orgId: string,
  id: string,
  columns: ProjectColumns,
): Promise<ProjectRow | undefined> {
  const [row] = await db.query<ProjectRow>(sql`
    update projects
       set ${assignments({ ...columns })}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  return row;
}

export async function deleteProject(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from projects where org_id = ${orgId} and id = ${id}`);
}
