import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import type { ClientRow } from "#tracking/ledger/clients/client.ts";
import type { ChangePosition } from "#tracking/entries/copies/position.ts";
import { type ChangeRange, isAfter } from "#tracking/entries/entry-changes/queries.ts";
import { isSeenBy } from "#tracking/ledger/projects/visibility.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import type { TaskRow } from "#tracking/ledger/tasks/task.ts";
import type { ProjectView } from "./read-view.ts";

/** A row, the instant of the change, and whether the caller sees the row now. */
export type Changed<Row> = Row & { changed_at: string; seen: boolean };

/** Lists changed clients, oldest first. Every caller sees all clients, so nothing is filtered. */
export function listChangedClients(db: Database, orgId: string, range: ChangeRange): Promise<Changed<ClientRow>[]> {
  return db.query<Changed<ClientRow>>(sql`
    select *, updated_at as changed_at, true as seen
      from clients
     where org_id = ${orgId} ${within(range)}
     order by updated_at, id
     limit ${range.limit}`);
}

export function listChangedProjects(
  db: Database,
  orgId: string,
  { viewerId }: ProjectView,
  range: ChangeRange,
): Promise<Changed<ProjectRow>[]> {
  return db.query<Changed<ProjectRow>>(sql`
    select *, updated_at as changed_at, true as seen
      from projects
     where org_id = ${orgId} ${within(range)} and ${seesProject(viewerId, "projects")}
     order by updated_at, id
     limit ${range.limit}`);
}

export function listChangedTasks(
  db: Database,
  orgId: string,
  { viewerId }: ProjectView,
  range: ChangeRange,
): Promise<Changed<TaskRow>[]> {
  return db.query<Changed<TaskRow>>(sql`
    select *, updated_at as changed_at, true as seen
      from tasks
     where org_id = ${orgId} ${within(range)} and ${seesTask(orgId, viewerId)}
     order by updated_at, id
     limit ${range.limit}`);
}

/** Lists deletions, except of objects that the caller never saw. */
export function listDeleted(
  db: Database,
  orgId: string,
  { viewerId, sawAll, seenOnce }: ProjectView,
  { since, until, after, limit }: ChangeRange,
): Promise<(ChangePosition & { action: string })[]> {
  // If the project of a deleted task was deleted too, the project's last state decides whether the caller saw the task.
  const sawIt =
    viewerId === undefined || sawAll
      ? sql``
      : sql`
       and (c.action = 'client.deleted' or c.target_id = any(${seenOnce}) or c.object ->> 'project_id' = any(${seenOnce})
            or exists (
              select from (
                select visibility, member_ids from projects where org_id = ${orgId} and id = c.object ->> 'project_id'
                union all
                select coalesce(former.visibility, 'organization'), coalesce(former.member_ids, '{}')
                  from changes d
                 cross join lateral jsonb_populate_record(null::projects, d.object) former
                 where d.org_id = ${orgId} and d.action = 'project.deleted'
                   and d.target_id = coalesce(c.object ->> 'project_id', c.target_id)) p
               where ${isSeenBy(sql`${viewerId}`, "p")}))`;
  return db.query<ChangePosition & { action: string }>(sql`
    select c.at, c.target_id as id, c.action
      from changes c
     where c.org_id = ${orgId} and c.action in ('project.deleted', 'task.deleted', 'client.deleted') and c.at >= ${since}
           ${until === undefined ? sql`` : sql`and c.at <= ${until}`}
           ${isAfter(after, "c.at", "c.target_id")} ${sawIt}
     order by c.at, c.target_id
     limit ${limit}`);
}

/**
 * Lists the projects affected by a shift, if the caller sees them now or saw them before. `changed_at` is the instant
 * of the shift.
 */
export function listShiftedProjects(
  db: Database,
  orgId: string,
  view: ProjectView,
  range: ChangeRange,
): Promise<Changed<ProjectRow>[]> {
  return db.query<Changed<ProjectRow>>(sql`
    select p.*, shifted_at as changed_at, ${seesProject(view.viewerId, "p")} as seen
      from ${shiftsOf(view)}
      join projects p on p.org_id = ${orgId} and (shifted_id is null or p.id = shifted_id)
     where (${seesProject(view.viewerId, "p")} or (${wasThere(range, "p")} and ${sawProject(view, "p.id")}))
           ${isAfter(range.after, "shifted_at", "p.id")}
     order by shifted_at, p.id
     limit ${range.limit}`);
}

/** Lists the tasks of the projects affected by a shift, if the caller sees them now or saw them before. */
export function listShiftedTasks(
  db: Database,
  orgId: string,
  view: ProjectView,
  range: ChangeRange,
): Promise<Changed<TaskRow>[]> {
  return db.query<Changed<TaskRow>>(sql`
    select t.*, shifted_at as changed_at, ${seesProject(view.viewerId, "p")} as seen
      from ${shiftsOf(view)}
      join projects p on p.org_id = ${orgId} and (shifted_id is null or p.id = shifted_id)
      join tasks t on t.org_id = ${orgId} and t.project_id = p.id
     where (${seesProject(view.viewerId, "p")} or (${wasThere(range, "t")} and ${sawProject(view, "p.id")}))
           ${isAfter(range.after, "shifted_at", "t.id")}
     order by shifted_at, t.id
     limit ${range.limit}`);
}

function wasThere({ isDisordered }: ChangeRange, alias: string): Sql {
  return isDisordered ? sql`true` : sql`${raw(alias)}.created_at <= shifted_at`;
}

function within({ since, until, after }: ChangeRange): Sql {
  const changed = since === undefined ? sql`` : sql`and updated_at >= ${since}`;
  const upTo = until === undefined ? sql`` : sql`and updated_at <= ${until}`;
  return sql`${changed} ${upTo} ${isAfter(after, "updated_at", "id")}`;
}

function seesProject(viewerId: string | undefined, alias: string): Sql {
  return viewerId === undefined ? sql`true` : isSeenBy(sql`${viewerId}`, alias);
}

function seesTask(orgId: string, viewerId: string | undefined): Sql {
  if (viewerId === undefined) return sql`true`;
  return sql`(select ${isSeenBy(sql`${viewerId}`, "p")} from projects p where p.org_id = ${orgId} and p.id = tasks.project_id)`;
}

function sawProject({ sawAll, seenOnce }: ProjectView, id: string): Sql {
  return sawAll ? sql`true` : sql`${raw(id)} = any(${seenOnce})`;
}

function shiftsOf({ shifts }: ProjectView): Sql {
  const [ats, projectIds] = [shifts.map(({ at }) => at), shifts.map(({ projectId }) => projectId)];
  return sql`unnest(${ats}::timestamptz[], ${projectIds}::text[]) as shift (shifted_at, shifted_id)`;
}
