import { raw, sql, type Transaction } from "#platform/database/database.ts";
import { withHashJoins } from "#platform/database/with-hash-joins.ts";

/** Returns SQL that cleans the names in a column, because they may have been stored before `cleanName` existed. */
const named = (column: string) =>
  raw(
    String.raw`btrim(regexp_replace(regexp_replace(normalize(${column}, NFC), '[\u00AD\u200B\u2060\uFEFF]', '', 'g'), '[\s\u00A0\u2007\u202F]+', ' ', 'g'))`,
  );

/**
 * Matches the people, clients, projects and tasks in a file to existing ones. People match by email address, then by
 * name; the others match by name, ignoring case. A project without a client also matches an existing project of
 * that name with a client, if there is only one.
 */
export function matchNames(tx: Transaction, orgId: string, importId: string): Promise<void> {
  return withHashJoins(tx, () => matchAll(tx, orgId, importId));
}

async function matchAll(tx: Transaction, orgId: string, importId: string): Promise<void> {
  await matchPeople(tx, orgId, importId);
  await tx.query(sql`
    with client as (
      select distinct on (lower(${named("name")})) lower(${named("name")}) as key, id from clients
       where org_id = ${orgId} order by lower(${named("name")}), archived, created_at, id
    )
    update import_places i set client_id = client.id, project_id = null, task_id = null
      from import_places p left join client on client.key = lower(p.client)
     where i.org_id = ${orgId} and i.import_id = ${importId}
       and p.org_id = ${orgId} and p.import_id = ${importId} and p.number = i.number`);
  // If a place names an unknown client, its `client_id` is null, and the comparison with null matches no project.
  await tx.query(sql`
    with project as (
      select distinct on (lower(${named("name")}), client_id) lower(${named("name")}) as key, coalesce(client_id, '') as client_id, id
        from projects
       where org_id = ${orgId} order by lower(${named("name")}), client_id, status, created_at, id
    ), only_one as (
      select lower(${named("name")}) as key, min(id) as id from projects where org_id = ${orgId} group by lower(${named("name")}) having count(*) = 1
    )
    update import_places i set project_id = coalesce(project.id, only_one.id)
      from import_places p
      left join project on project.key = lower(p.project)
                       and project.client_id = case when p.client is null then '' else p.client_id end
      left join only_one on only_one.key = lower(p.project) and p.client is null
     where i.org_id = ${orgId} and i.import_id = ${importId}
       and p.org_id = ${orgId} and p.import_id = ${importId} and p.number = i.number and p.project is not null`);
  await tx.query(sql`
    with task as (
      select distinct on (project_id, lower(${named("name")})) project_id, lower(${named("name")}) as key, id from tasks
       where org_id = ${orgId} order by project_id, lower(${named("name")}), status desc, created_at, id
    )
    update import_places i set task_id = task.id
      from task
     where i.org_id = ${orgId} and i.import_id = ${importId} and i.task is not null
       and task.project_id = i.project_id and task.key = lower(i.task)`);
}

async function matchPeople(tx: Transaction, orgId: string, importId: string): Promise<void> {
  // Looks up users one by one, because a hash join would read the users of all organizations.
  await tx.query(sql`
    with member as (
      select m.user_id, (select lower(email) from users where id = m.user_id) as email,
             (select ${named("name")} from users where id = m.user_id) as name, lower(k.email) as imported_email,
             row_number() over (order by m.deactivated_at is null desc, m.created_at, m.user_id) as rank
        from members m
        left join imported_people k on k.org_id = m.org_id and k.user_id = m.user_id
       where m.org_id = ${orgId}
    ), by_imported_email as (
      select distinct on (imported_email) imported_email, user_id from member
       where imported_email is not null order by imported_email, rank
    ), by_name as (
      select distinct on (name) name, user_id from member order by name, rank
    )
    update import_people i set user_id = coalesce(e.user_id, k.user_id, n.user_id)
      from import_people p
      left join member e on e.email = lower(p.email)
      left join by_imported_email k on k.imported_email = lower(p.email)
      left join by_name n on n.name = p.name
     where i.org_id = ${orgId} and i.import_id = ${importId}
       and p.org_id = ${orgId} and p.import_id = ${importId} and p.number = i.number`);
}
