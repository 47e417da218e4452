import { oneOf } from "#platform/database/one-of.ts";
import { assignments } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { columnList, type Columns, exportedFields } from "#platform/fields/fields.ts";
import { isSeenBy } from "#tracking/ledger/projects/queries.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";
import { taskFields } from "./fields.ts";

export type TaskColumns = Columns<typeof taskFields>;

export interface TaskRow extends TaskColumns {
  org_id: string;
  id: string;
  project_id: string;
  version: number;
  created_at: string;
  updated_at: string;
}

export function findTask(db: Database, orgId: string, id: string, lock?: Sql): Promise<TaskRow | undefined> {
  return findVisibleTask(db, orgId, undefined, id, lock);
}

// Uses a scalar subquery, because the planner might turn `exists` into a join that starts with the projects.
function seenBy(orgId: string, viewerId: string | undefined): Sql {
  if (viewerId === undefined) return sql``;
  return sql`and (select ${isSeenBy(sql`${viewerId}`, "p")} from projects p where p.org_id = ${orgId} and p.id = tasks.project_id)`;
}

/** Finds a task, unless its project is hidden from the viewer. */
export async function findVisibleTask(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  id: string,
  lock?: Sql,
): Promise<TaskRow | undefined> {
  const seen = seenBy(orgId, viewerId);
  const [row] = await db.query<TaskRow>(
    sql`select * from tasks where org_id = ${orgId} and id = ${id} ${seen} ${lock ?? sql``}`,
  );
  return row;
}

/** Finds tasks by their ids. `seen` is whether the viewer sees the task's project. */
export function listTasksById(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  ids: string[],
): Promise<(TaskRow & { seen: boolean })[]> {
  const seen =
    viewerId === undefined
      ? sql`true`
      : sql`(select ${isSeenBy(sql`${viewerId}`, "p")} from projects p where p.org_id = ${orgId} and p.id = tasks.project_id)`;
  return db.query<TaskRow & { seen: boolean }>(
    sql`select *, ${seen} as seen from tasks where org_id = ${orgId} and ${oneOf(raw("id"), ids)}`,
  );
}

/** Finds an open task by its name; the oldest if there are several. */
export async function findOpenTaskByName(
  db: Database,
  orgId: string,
  projectId: string,
  name: string,
): Promise<TaskRow | undefined> {
  const [row] = await db.query<TaskRow>(sql`
    select * from tasks
     where org_id = ${orgId} and project_id = ${projectId} and name = ${name} and status = 'open'
     order by created_at, id
     limit 1`);
  return row;
}

export interface TaskFilter {
  statuses: string[] | undefined;
  q: string | undefined;
}

export function listTasks(
  db: Database,
  orgId: string,
  projectId: string,
  filter: TaskFilter,
  page: PageRequest,
): Promise<TaskRow[]> {
  return db.query<TaskRow>(
    sql`select * from tasks where org_id = ${orgId} and project_id = ${projectId} ${matching(filter)} ${pageOf(page)}`,
  );
}

/** The tasks of all projects that the viewer sees, or of some of them. */
export function listAllTasks(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  { projectIds, ...filter }: TaskFilter & { projectIds: string[] | undefined },
  page: PageRequest,
): Promise<TaskRow[]> {
  const projects = projectIds === undefined ? sql`` : sql`and project_id = any(${projectIds})`;
  return db.query<TaskRow>(
    sql`select * from tasks where org_id = ${orgId} ${projects} ${seenBy(orgId, viewerId)} ${matching(filter)} ${pageOf(page)}`,
  );
}

function matching(filter: TaskFilter): Sql {
  const status = filter.statuses === undefined ? sql`` : sql`and status = any(${filter.statuses})`;
  const q = filter.q === undefined ? sql`` : sql`and ${contains(sql`name`, filter.q)}`;
  return sql`${status} ${q}`;
}

export function lockTasks(db: Database, orgId: string, projectId: string): Promise<TaskRow[]> {
  return db.query<TaskRow>(
    sql`select * from tasks where org_id = ${orgId} and project_id = ${projectId} order by id for update`,
  );
}

const columns = columnList(taskFields);

export function insertTasks(
  db: Database,
  orgId: string,
  tasks: (TaskColumns & { id: string; project_id: string })[],
): Promise<TaskRow[]> {
  return db.query<TaskRow>(sql`
    insert into tasks (org_id, id, project_id, ${columns})
    select ${orgId}, id, project_id, ${columns} from json_populate_recordset(null::tasks, ${JSON.stringify(tasks)}::json)
    returning *`);
}

export async function updateTask(
  db: Database,
  orgId: string,
  id: string,
  changed: TaskColumns,
): Promise<TaskRow | undefined> {
  const [row] = await db.query<TaskRow>(sql`
    update tasks
       set ${assignments(changed)}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  return row;
}

export async function deleteTask(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from tasks where org_id = ${orgId} and id = ${id}`);
}

export async function deleteTasks(db: Database, orgId: string, projectId: string): Promise<void> {
  await db.query(sql`delete from tasks where org_id = ${orgId} and project_id = ${projectId}`);
}

export interface Uses {
  entries: number;
  deleted_entries: number;
  timers: number;
}

/** Counts the entries, the deleted entries that can still be restored, and the running timers of a project or task. */
export async function countUses(
  db: Database,
  orgId: string,
  of: { projectId: string; taskId?: string },
): Promise<Uses> {
  const where = sql`org_id = ${orgId} and project_id = ${of.projectId} ${of.taskId === undefined ? sql`` : sql`and task_id = ${of.taskId}`}`;
  const rows = await db.query<Uses>(sql`
    select (select count(*) from time_entries where ${where} and deleted_at is null) as entries,
           (select count(*) from time_entries where ${where} and deleted_at is not null) as deleted_entries,
           (select count(*) from timers where ${where}) as timers`);
  return one(rows);
}

export function selectExportedTasks(orgId: string): Sql {
  return sql`
    select t.id, t.project_id as "projectId",
           (select name from projects where org_id = t.org_id and id = t.project_id) as "projectName",
           ${exportedFields(taskFields, "t")}, t.created_at as "createdAt", t.updated_at as "updatedAt"
      from tasks t
     where t.org_id = ${orgId}
     order by t.id`;
}
