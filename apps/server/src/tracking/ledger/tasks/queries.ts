import { having } from "#platform/database/columns.ts";
import { containing } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { seenBy, type TaskRow, tasks } from "./task.ts";

/** Finds a task, unless its project is hidden from the viewer. */
export function findVisibleTask(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  id: string,
): Promise<TaskRow | undefined> {
  return tasks.find(db, orgId, id, seenBy(orgId, viewerId));
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
  projectIds?: string[] | undefined;
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
  return tasks.list(db, orgId, matching({ ...filter, projectIds: [projectId] }), page);
}

/** The tasks of all projects that the viewer sees, or of some of them. */
export function listAllTasks(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  filter: TaskFilter,
  page: PageRequest,
): Promise<TaskRow[]> {
  return tasks.list(db, orgId, sql`${matching(filter)} ${seenBy(orgId, viewerId)}`, page);
}

function matching({ projectIds, statuses, q }: TaskFilter): Sql {
  return sql`${having({ project_id: projectIds, status: statuses })} ${containing(sql`name`, q)}`;
}

export function lockTasks(db: Database, orgId: string, projectId: string): Promise<TaskRow[]> {
  return db.query<TaskRow>(
    sql`select * from tasks where org_id = ${orgId} and project_id = ${projectId} order by id for update`,
  );
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
