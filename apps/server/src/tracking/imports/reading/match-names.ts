import { type Database, sql } from "#platform/database/database.ts";

/**
 * Matches the people, clients, projects and tasks in a file to existing ones. People match by email address, then by
 * exact name; the others match by name, ignoring case. A project without a client also matches an existing project of
 * that name with a client, if there is only one.
 */
export async function matchNames(db: Database, orgId: string, importId: string): Promise<void> {
  await db.query(sql`
    update import_people i
       set user_id = (
             select m.user_id
               from members m
               join users u on u.id = m.user_id
               left join imported_people k on k.org_id = m.org_id and k.user_id = m.user_id
              where m.org_id = ${orgId}
                and (lower(u.email) = lower(i.email) or lower(k.email) = lower(i.email) or u.name = i.name)
              order by lower(u.email) = lower(i.email) desc nulls last, lower(k.email) = lower(i.email) desc nulls last,
                       m.deactivated_at is null desc, m.created_at, m.user_id
              limit 1)
     where i.org_id = ${orgId} and i.import_id = ${importId}`);
  await db.query(sql`
    with client as (
      select distinct on (lower(name)) lower(name) as key, id from clients
       where org_id = ${orgId} order by lower(name), archived, created_at, id
    )
    update import_places i set client_id = client.id, project_id = null, task_id = null
      from import_places p left join client on client.key = lower(p.client)
     where i.org_id = ${orgId} and i.import_id = ${importId}
       and p.org_id = ${orgId} and p.import_id = ${importId} and p.number = i.number`);
  await db.query(sql`
    with project as (
      select distinct on (lower(name), client_id) lower(name) as key, client_id, id from projects
       where org_id = ${orgId} order by lower(name), client_id, status, created_at, id
    ), only_one as (
      select lower(name) as key, min(id) as id from projects where org_id = ${orgId} group by lower(name) having count(*) = 1
    ), found as (
      select p.number,
             case when p.client is null
                  then coalesce((select id from project where key = lower(p.project) and client_id is null),
                                (select id from only_one where key = lower(p.project)))
                  else (select id from project where key = lower(p.project) and client_id = p.client_id) end as id
        from import_places p
       where p.org_id = ${orgId} and p.import_id = ${importId} and p.project is not null
    )
    update import_places i set project_id = found.id
      from found
     where i.org_id = ${orgId} and i.import_id = ${importId} and i.number = found.number`);
  await db.query(sql`
    with task as (
      select distinct on (project_id, lower(name)) project_id, lower(name) as key, id from tasks
       where org_id = ${orgId} order by project_id, lower(name), status desc, created_at, id
    )
    update import_places i set task_id = task.id
      from task
     where i.org_id = ${orgId} and i.import_id = ${importId} and i.task is not null
       and task.project_id = i.project_id and task.key = lower(i.task)`);
}
