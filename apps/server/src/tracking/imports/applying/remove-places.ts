import type { Origin } from "#identity/history/record-change.ts";
import { raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import type { ImportRow } from "#tracking/imports/queries.ts";
import { changesFrom } from "./new-ids.ts";

type Kept = NonNullable<ImportRow["kept"]>;

/**
 * Removes the tasks, projects, clients and rates that an import made and that nothing refers to. Deleted entries that can
 * still be restored refer to their project, which is archived instead. Answers what stays in use.
 */
export async function removePlaces(tx: Transaction, origin: Origin, importId: string): Promise<Kept> {
  const { orgId } = origin;
  const now = Date.now();
  const made = (kind: string, alias: string): Sql => sql`
    exists (
      select 1 from import_made m where m.org_id = ${orgId} and m.import_id = ${importId} and m.kind = ${raw(`'${kind}'`)}
         and m.id = ${raw(alias)}.id and m.version = ${raw(alias)}.version)`;
  await tx.query(sql`
    with gone as (delete from rates r where r.org_id = ${orgId} and ${made("rate", "r")} returning r.*), changed as (
      ${changesFrom("gone", "rate.deleted", now, origin)})
    select 1`);
  await tx.query(sql`
    with gone as (
      delete from tasks t
       where t.org_id = ${orgId} and ${made("task", "t")}
         and not exists (select 1 from time_entries e where e.org_id = ${orgId} and e.task_id = t.id)
         and not exists (select 1 from timers r where r.org_id = ${orgId} and r.project_id = t.project_id and r.task_id = t.id)
      returning t.*
    ), changed as (${changesFrom("gone", "task.deleted", now, origin)})
    select 1`);
  await tx.query(sql`
    with gone as (
      delete from projects p
       where p.org_id = ${orgId} and ${made("project", "p")} and not exists (select 1 from tasks t where t.org_id = ${orgId} and t.project_id = p.id)
      returning p.*
    ), changed as (${changesFrom("gone", "project.deleted", now, origin)})
    select 1`);
  await tx.query(sql`
    with gone as (
      update projects p
         set status = 'archived', version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
       where p.org_id = ${orgId} and ${made("project", "p")} and p.status = 'active'
         and not exists (select 1 from time_entries e where e.org_id = ${orgId} and e.project_id = p.id and e.deleted_at is null)
         and not exists (select 1 from timers r where r.org_id = ${orgId} and r.project_id = p.id)
      returning p.*
    ), changed as (${changesFrom("gone", "project.archived", now, origin, sql`'{"status":"active"}'::jsonb`)})
    select 1`);
  await tx.query(sql`
    with gone as (
      delete from clients c
       where c.org_id = ${orgId} and ${made("client", "c")} and not exists (select 1 from projects p where p.org_id = ${orgId} and p.client_id = c.id)
      returning c.*
    ), changed as (${changesFrom("gone", "client.deleted", now, origin)})
    select 1`);
  await tx.query(sql`
    with gone as (
      update clients c
         set archived = true, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
       where c.org_id = ${orgId} and ${made("client", "c")} and not c.archived
         and not exists (select 1 from projects p where p.org_id = ${orgId} and p.client_id = c.id and p.status = 'active')
      returning c.*
    ), changed as (${changesFrom("gone", "client.updated", now, origin, sql`'{"archived":false}'::jsonb`)})
    select 1`);
  return listKept(tx, orgId, importId);
}

function listKept(tx: Transaction, orgId: string, importId: string): Promise<Kept> {
  return tx.query<Kept[number]>(sql`
    select m.kind as type, m.id, k.name, k.reason
      from import_made m
     cross join lateral (
       select c.name, 'It has projects that are in use, or it was changed since the import.' as reason from clients c
        where m.kind = 'client' and c.org_id = ${orgId} and c.id = m.id and not c.archived
        union all
       select p.name, case when p.status = 'archived' then 'It is archived: its deleted entries can be restored for 30 days.'
                           else 'It has entries, or it was changed since the import.' end from projects p
        where m.kind = 'project' and p.org_id = ${orgId} and p.id = m.id
        union all
       select t.name, 'It has entries, or it was changed since the import.' from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
        where m.kind = 'task' and t.org_id = ${orgId} and t.id = m.id and p.status = 'active'
        union all
       select u.name, 'Members are never deleted; this one cannot sign in.' from members b join users u on u.id = b.user_id
        where m.kind = 'member' and b.org_id = ${orgId} and b.user_id = m.id) k
     where m.org_id = ${orgId} and m.import_id = ${importId}
     order by m.kind, m.id limit 1000`);
}
