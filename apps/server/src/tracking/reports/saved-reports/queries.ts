import { assignments } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";
import type { ReportQuery } from "./schemas.ts";

export interface SavedReportRow {
  org_id: string;
  id: string;
  owner_id: string;
  name: string;
  shared: boolean;
  query: ReportQuery;
  version: number;
  created_at: string;
  updated_at: string;
}

/** SQL that starts with `and`: the member sees their own reports and shared ones. */
const seenBy = (userId: string): Sql => sql`and (shared or owner_id = ${userId})`;

export async function findSavedReport(
  db: Database,
  orgId: string,
  id: string,
  viewerId: string,
  lock?: Sql,
): Promise<SavedReportRow | undefined> {
  const [row] = await db.query<SavedReportRow>(sql`
    select * from saved_reports where org_id = ${orgId} and id = ${id} ${seenBy(viewerId)} ${lock ?? sql``}`);
  return row;
}

export function listSavedReports(
  db: Database,
  orgId: string,
  viewerId: string,
  filter: { shared: boolean | undefined; q: string | undefined },
  page: PageRequest,
): Promise<SavedReportRow[]> {
  const shared = filter.shared === undefined ? sql`` : sql`and shared = ${filter.shared}`;
  const q = filter.q === undefined ? sql`` : sql`and ${contains(sql`name`, filter.q)}`;
  return db.query<SavedReportRow>(sql`
    select * from saved_reports where org_id = ${orgId} ${seenBy(viewerId)} ${shared} ${q} ${pageOf(page)}`);
}

export async function insertSavedReport(
  db: Database,
  report: Pick<SavedReportRow, "org_id" | "id" | "owner_id" | "name" | "shared" | "query">,
): Promise<SavedReportRow> {
  const rows = await db.query<SavedReportRow>(sql`
    insert into saved_reports (org_id, id, owner_id, name, shared, query)
    values (${report.org_id}, ${report.id}, ${report.owner_id}, ${report.name}, ${report.shared}, ${JSON.stringify(report.query)})
    returning *`);
  return one(rows);
}

export async function updateSavedReport(
  db: Database,
  orgId: string,
  id: string,
  { query, ...columns }: Pick<SavedReportRow, "name" | "shared" | "query">,
): Promise<SavedReportRow> {
  const rows = await db.query<SavedReportRow>(sql`
    update saved_reports
       set ${assignments({ ...columns, query: JSON.stringify(query) })}, version = version + 1,
           updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  return one(rows);
}

export async function deleteSavedReport(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from saved_reports where org_id = ${orgId} and id = ${id}`);
}

export function selectExportedSavedReports(orgId: string): Sql {
  return sql`
    select id, name, owner_id as "ownerId", shared, query::text, created_at as "createdAt", updated_at as "updatedAt"
      from saved_reports where org_id = ${orgId} order by id`;
}
