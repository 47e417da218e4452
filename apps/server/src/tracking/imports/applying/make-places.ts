import type { Origin } from "#identity/history/record-change.ts";
import { raw, sql, type Transaction } from "#platform/database/database.ts";
import { changesFrom, newIdSql } from "./new-ids.ts";

/** Makes the clients, projects and tasks that the file names and the organization does not have. */
export async function makePlaces(tx: Transaction, origin: Origin, importId: string): Promise<void> {
  await makeClients(tx, origin, importId);
  await makeProjects(tx, origin, importId);
  await makeTasks(tx, origin, importId);
}

function noted(kind: string, importId: string) {
  return sql`
    insert into import_made (org_id, import_id, kind, id) select org_id, ${importId}, ${raw(`'${kind}'`)}, id from made`;
}

async function makeClients(tx: Transaction, origin: Origin, importId: string): Promise<void> {
  const { orgId } = origin;
  const now = Date.now();
  await tx.query(sql`
    with wanted as (
      select lower(client) as key, min(client) as name, bool_or(archived and project is null) as archived,
             row_number() over (order by min(number)) as number
        from import_places
       where org_id = ${orgId} and import_id = ${importId} and client is not null and client_id is null and (listed or used)
       group by lower(client)
    ), made as (
      insert into clients (org_id, id, name, archived)
      select ${orgId}, ${newIdSql("client", now, sql`number`)}, name, archived from wanted
      returning *
    ), changed as (${changesFrom("made", "client.created", now, origin)}
    ), noted as (${noted("client", importId)})
    update import_places p set client_id = made.id
      from made
     where p.org_id = ${orgId} and p.import_id = ${importId} and lower(p.client) = lower(made.name)`);
}

async function makeProjects(tx: Transaction, origin: Origin, importId: string): Promise<void> {
  const { orgId } = origin;
  const now = Date.now();
  await tx.query(sql`
    with wanted as (
      select lower(project) as key, client_id, min(project) as name, min(project_code) as code, min(color) as color,
             coalesce(bool_or(billable), true) as billable, bool_or(archived and task is null) as archived,
             row_number() over (order by min(number)) as number
        from import_places
       where org_id = ${orgId} and import_id = ${importId} and project is not null and project_id is null and (listed or used)
       group by lower(project), client_id
    ), made as (
      insert into projects (org_id, id, name, code, client_id, color, billable, status)
      select ${orgId}, ${newIdSql("proj", now, sql`number`)}, name, code, client_id, color, billable,
             case when archived then 'archived' else 'active' end
        from wanted
      returning *
    ), changed as (${changesFrom("made", "project.created", now, origin)}
    ), noted as (${noted("project", importId)})
    update import_places p set project_id = made.id
      from made
     where p.org_id = ${orgId} and p.import_id = ${importId} and p.project_id is null
       and lower(p.project) = lower(made.name) and p.client_id is not distinct from made.client_id`);
}

async function makeTasks(tx: Transaction, origin: Origin, importId: string): Promise<void> {
  const { orgId } = origin;
  const now = Date.now();
  await tx.query(sql`
    with wanted as (
      select project_id, lower(task) as key, min(task) as name, bool_or(done) as done,
             row_number() over (order by min(number)) as number
        from import_places
       where org_id = ${orgId} and import_id = ${importId} and task is not null and task_id is null and project_id is not null
         and (listed or used)
       group by project_id, lower(task)
    ), made as (
      insert into tasks (org_id, id, project_id, name, status)
      select ${orgId}, ${newIdSql("task", now, sql`number`)}, project_id, name, case when done then 'done' else 'open' end
        from wanted
      returning *
    ), changed as (${changesFrom("made", "task.created", now, origin)}
    ), noted as (${noted("task", importId)})
    update import_places p set task_id = made.id
      from made
     where p.org_id = ${orgId} and p.import_id = ${importId} and p.task_id is null
       and p.project_id = made.project_id and lower(p.task) = lower(made.name)`);
}
