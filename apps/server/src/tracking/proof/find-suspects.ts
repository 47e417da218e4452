import { sql, type Transaction } from "#platform/database/database.ts";
import { clearing, isCleared } from "./cleared-entries.ts";
import { type Block, entryKind, within } from "./kinds.ts";

/**
 * The entries of a block in which `checkHistory` could find a contradiction, plus a few intact ones. Converts each
 * change row to a table row and compares whole rows, which costs a fraction of converting entries to JSON and back.
 * Columns missing from the change row are taken from the entry.
 */
export async function findSuspects(tx: Transaction, orgId: string, block: Block): Promise<string[]> {
  const held = sql`
    (case when ${isCleared("t")} and (r).project_id is not null and (r).deleted_at is not null
         then jsonb_populate_record(r, ${clearing(sql`(r).deleted_at`)}) else r end)`;
  const rows = await tx.query<{ id: string }>(sql`
    with typed as (
      select coalesce(h.target_id, t.id) as id, h.id as change_id, h.at, h.user_id, h.action, h.previous,
             (h.object ->> 'version')::integer as version, h.object -> 'updated_at' as updated_at, h.object -> 'deleted_at' as deleted_at,
             h.object = '{}' as is_empty, t.purged_at is not null as is_purged, t.id is null or h.id is null as is_alone,
             r as row, ${held} *= t.stored as is_stored
        from (select * from changes
               where org_id = ${orgId} and ${within("target_id", block)} and starts_with(action, ${`${entryKind.name}.`})) h
        full join (select id, project_id, purged_at, e as stored from time_entries e
                    where org_id = ${orgId} and ${within("id", block)}) t on t.id = h.target_id
       cross join lateral (select jsonb_populate_record(t.stored, h.object) as r offset 0) p
    ), ordered as (
      select *, row_number() over versions as number, lead(change_id) over versions is null as is_last,
             lag(row) over versions as former, lag(version) over versions as former_version,
             lag(updated_at) over versions as former_updated_at, lag(deleted_at) over versions as former_deleted_at
        from typed window versions as (partition by id order by version, at, change_id)
    )
    select distinct id
      from ordered
     where is_alone or is_empty <> is_purged
        or not is_empty and (
             version is distinct from number
             or is_last and not is_stored
             or number > 1 and user_id is not null
                and not jsonb_populate_record(row, coalesce(previous, '{}')
                      || jsonb_build_object('version', former_version, 'updated_at', former_updated_at)
                      || case action when ${`${entryKind.name}.deleted`} then jsonb_build_object('deleted_at', former_deleted_at)
                                     else '{}' end) *= former)`);
  return rows.map(({ id }) => id);
}
