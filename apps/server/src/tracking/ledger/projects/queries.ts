import { oneOf } from "#platform/database/one-of.ts";
import { assignments } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { columnList, type Columns, exportedFields } from "#platform/fields/fields.ts";
import type { Budget } from "#tracking/ledger/budgets/schemas.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";
import type { RoundingMode } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { projectFields } from "./fields.ts";

export interface ProjectColumns extends Columns<typeof projectFields> {
  rounding_mode: RoundingMode | null;
  rounding_minutes: number | null;
  /** The order of the budget's keys is undefined, because jsonb does not preserve it; use `toBudget`. */
  budget: Budget | null;
}

export interface ProjectRow extends ProjectColumns {
  org_id: string;
  id: string;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Returns a condition: a member who does not see every project sees the project `alias`. */
export function isSeenBy(viewerId: Sql, alias: string): Sql {
  return sql`(${raw(alias)}.visibility = 'organization' or ${viewerId} = any(${raw(alias)}.member_ids))`;
}

/** Returns a condition that starts with `and`: the viewer sees the project. Empty if the viewer sees every project. */
function seenBy(viewerId: string | undefined): Sql {
  return viewerId === undefined ? sql`` : sql`and ${isSeenBy(sql`${viewerId}`, "projects")}`;
}

/** Finds a project, unless it is hidden from the viewer. */
export async function findVisibleProject(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  id: string,
  lock?: Sql,
): Promise<ProjectRow | undefined> {
  const [row] = await db.query<ProjectRow>(
    sql`select * from projects where org_id = ${orgId} and id = ${id} ${seenBy(viewerId)} ${lock ?? sql``}`,
  );
  return row;
}

/** Finds projects by their ids. `seen` is whether the viewer sees the project. */
export function listProjectsById(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  ids: string[],
): Promise<(ProjectRow & { seen: boolean })[]> {
  const seen = viewerId === undefined ? sql`true` : isSeenBy(sql`${viewerId}`, "projects");
  return db.query<ProjectRow & { seen: boolean }>(
    sql`select *, ${seen} as seen from projects where org_id = ${orgId} and ${oneOf(raw("id"), ids)}`,
  );
}

/** Other members' entries in `projectIds`, which are hidden from a viewer. */
export interface HiddenEntries {
  projectIds: string[];
  /** The viewer, unless they have no entries: a person's own entries are never hidden. */
  exceptOf: string | undefined;
}

/** Finds the entries that are hidden from the viewer; undefined if there are none. */
export async function findHiddenEntries(
  db: Database,
  orgId: string,
  viewerId: string,
): Promise<HiddenEntries | undefined> {
  const [row] = await db.query<{ ids: string[] | null; has_own: boolean }>(sql`
    select (select array_agg(id) from projects
             where org_id = ${orgId} and visibility = 'members' and not ${isSeenBy(sql`${viewerId}`, "projects")}) as ids,
           exists (select 1 from time_entries where org_id = ${orgId} and user_id = ${viewerId}) as has_own`);
  if (row === undefined || row.ids === null) return undefined;
  return { projectIds: row.ids, exceptOf: row.has_own ? viewerId : undefined };
}

/** The restricted projects among `projectIds`, with their members. Includes deleted projects in their last state. */
export async function findRestricted(
  db: Database,
  orgId: string,
  projectIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const rows = await db.query<{ id: string; member_ids: string[] }>(sql`
    select id, member_ids from projects
     where org_id = ${orgId} and id = any(${[...projectIds]}) and visibility = 'members'
     union all
    select c.target_id, r.member_ids
      from changes c cross join lateral jsonb_populate_record(null::projects, c.object) r
     where c.org_id = ${orgId} and c.target_id = any(${[...projectIds]}) and c.action = 'project.deleted'
       and r.visibility = 'members'`);
  return new Map(rows.map(({ id, member_ids: memberIds }) => [id, memberIds]));
}

export interface ProjectFilter {
  statuses: string[] | undefined;
  clientIds: string[] | undefined;
  visibilities: string[] | undefined;
  q: string | undefined;
}

export function listProjects(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  filter: ProjectFilter,
  page: PageRequest,
): Promise<ProjectRow[]> {
  const status = filter.statuses === undefined ? sql`` : sql`and status = any(${filter.statuses})`;
  const clients = filter.clientIds === undefined ? sql`` : sql`and client_id = any(${filter.clientIds})`;
  const visibility = filter.visibilities === undefined ? sql`` : sql`and visibility = any(${filter.visibilities})`;
  const q =
    filter.q === undefined ? sql`` : sql`and (${contains(sql`name`, filter.q)} or ${contains(sql`code`, filter.q)})`;
  return db.query<ProjectRow>(
    sql`select * from projects where org_id = ${orgId} ${status} ${clients} ${visibility} ${q} ${seenBy(viewerId)}
        ${pageOf(page)}`,
  );
}

const columns = columnList(projectFields, "rounding_mode", "rounding_minutes", "budget");

export function insertProjects(
  db: Database,
  orgId: string,
  projects: (ProjectColumns & { id: string })[],
): Promise<ProjectRow[]> {
  return db.query<ProjectRow>(sql`
    insert into projects (org_id, id, ${columns})
    select ${orgId}, id, ${columns} from json_populate_recordset(null::projects, ${JSON.stringify(projects)}::json)
    returning *`);
}

export async function updateProject(
  db: Database,
  orgId: string,
  id: string,
  changed: ProjectColumns,
): Promise<ProjectRow | undefined> {
  const [row] = await db.query<ProjectRow>(sql`
    update projects
       set ${assignments(changed)}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  return row;
}

export async function deleteProject(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from projects where org_id = ${orgId} and id = ${id}`);
}

export function selectExportedProjects(orgId: string): Sql {
  return sql`
    select p.id, ${exportedFields(projectFields, "p")},
           (select name from clients where org_id = p.org_id and id = p.client_id) as "clientName",
           p.rounding_mode as "roundingMode", p.rounding_minutes as "roundingMinutes", p.budget,
           p.created_at as "createdAt", p.updated_at as "updatedAt"
      from projects p
     where p.org_id = ${orgId}
     order by p.id`;
}
